/// Splits a page of the history into reports of at most 128 KB.
struct Batches {
    /// What a report takes beside its records and gaps.
    private static let frame = 1024
    private static let maxGapBytes = 32 << 10
    private static let maxRecordBytes = Report.usualBytes - frame - maxGapBytes

    let page: HouseRecords
    let from: UInt64
    let head: Report.Head
    private(set) var reports: [Report] = []
    private var bytes = 0
    private var gaps: [Report.Gap]
    /// The number of the last record.
    private var number: UInt64

    /// - Parameters:
    ///   - from: the position of the cursor with which the page was asked for; 0 for the beginning.
    ///   - replaced: the database that this one has replaced.
    /// - Throws: if the page has more records than positions.
    static func reports(
        of page: HouseRecords,
        from: UInt64,
        head: Report.Head,
        replaced: String?
    ) throws(ReportFault) -> [Report] {
        guard page.next.position >= from, page.next.position - from >= UInt64(page.records.count) else {
            throw ReportFault(
                "domod sent \(page.records.count) records between the positions \(from) and \(page.next.position)"
            )
        }
        var batches = Batches(page, from: from, head: head)
        batches.addRecords()
        batches.reports[0].replaces = replaced
        return batches.reports
    }

    private init(_ page: HouseRecords, from: UInt64, head: Report.Head) {
        (self.page, self.from, self.head) = (page, from, head)
        number = from
        gaps = page.gaps
    }

    private mutating func addRecords() {
        var taken: [Report.Record] = []
        var begin = from
        // Numbers have no holes in a report: one that is left out ends it.
        for line in page.records {
            let isFull = bytes + line.count + 1 > Self.maxRecordBytes || taken.count >= Report.maxRecords
            if !taken.isEmpty, isFull {
                end(&taken, from: &begin, to: number)
            }
            number += 1
            do throws(ReportFault) {
                let record = try Report.Record(cursor: number, line: line)
                guard line.count <= Self.maxRecordBytes else {
                    leaveOut(record.element, kind: record.kind, .tooLarge, at: record.time)
                    end(&taken, from: &begin, to: number - 1)
                    begin = number
                    continue
                }
                taken.append(record)
                bytes += line.count + 1
            } catch {
                leaveOut(nil, kind: "record", .lost, at: head.time)
                end(&taken, from: &begin, to: number - 1)
                begin = number
            }
        }
        end(&taken, from: &begin, to: page.next.position, isLast: true)
    }

    private mutating func leaveOut(_ element: String?, kind: String, _ reason: Report.Gap.Reason, at time: Int64) {
        let part = String(decoding: "\(kind)s".utf8.prefix(Report.maxPart), as: UTF8.self)
        gaps.append(Report.Gap(element: element, part: part, reason: reason, from: time, to: time, records: 1))
    }

    private mutating func end(
        _ taken: inout [Report.Record],
        from begin: inout UInt64,
        to end: UInt64,
        isLast: Bool = false
    ) {
        guard !taken.isEmpty || isLast else { return }
        reports.append(
            Report(
                database: page.next.database,
                from: begin,
                to: end,
                head: head,
                gaps: Self.bounded(gaps),
                records: taken
            )
        )
        gaps = []
        taken = []
        bytes = 0
        begin = end
    }

    /// Many gaps become one for each part and reason.
    static func bounded(_ gaps: [Report.Gap]) -> [Report.Gap] {
        let size = gaps.reduce(0) { $0 + 160 + 6 * ($1.element?.utf8.count ?? 0) }
        guard gaps.count > Report.maxGaps || size > maxGapBytes else { return gaps }
        var merged: [Report.Gap] = []
        for gap in gaps {
            let index = merged.firstIndex { ($0.part, $0.reason) == (gap.part, gap.reason) }
            guard let index else {
                // A newer domod may have more parts.
                var first = gap
                first.element = nil
                if merged.count < Report.maxGaps { merged.append(first) }
                continue
            }
            merged[index].from = min(merged[index].from, gap.from)
            merged[index].to = max(merged[index].to, gap.to)
            merged[index].records = min(merged[index].records + gap.records, 1_000_000_000)
        }
        return merged
    }
}
