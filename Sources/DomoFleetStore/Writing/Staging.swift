import DomoFleet

/// The rows of reports, for COPY.
struct Staging {
    static let recordColumns = "time, record, kind, element, value, line"
    static let reportColumns = "house, database, \(recordColumns)"
    static let stateColumns = "house, database, cursor, stored, sent, version, alarms, stale"
    static let lossColumns = "first, last, records, part, reason, element"
    static let sourceColumns = "house, database, replaces"
    static let gapColumns = "house, database, \(lossColumns)"

    private(set) var reports = CopyBuffer()
    /// At most one row per house: the newest.
    private(set) var states = CopyBuffer()
    private(set) var gaps = CopyBuffer()
    /// The databases that have replaced another one.
    private(set) var sources = CopyBuffer()

    init(_ entries: ArraySlice<Batch.Entry>) {
        var last: [String: Batch.Entry] = [:]
        for entry in entries {
            add(entry)
            let known = last[entry.house]
            if known.map({ Self.isNewer(entry, than: $0) }) ?? true { last[entry.house] = entry }
        }
        for entry in last.values { addState(entry) }
        reports.end()
        states.end()
        gaps.end()
        sources.end()
    }

    private mutating func add(_ entry: Batch.Entry) {
        let house = entry.house
        for record in entry.report.records {
            reports.startRow(of: 8)
            reports.append(house)
            reports.append(entry.report.database)
            reports.append(record.time)
            reports.append(Int64(clamping: record.cursor))
            reports.append(record.kind)
            reports.append(record.element)
            reports.append(record.value)
            reports.append(record.line)
        }
        if let replaces = entry.report.replaces {
            sources.startRow(of: 3)
            sources.append(house)
            sources.append(entry.report.database)
            sources.append(replaces)
        }
        for gap in entry.report.gaps {
            gaps.startRow(of: 8)
            gaps.append(house)
            gaps.append(entry.report.database)
            gaps.append(gap.from)
            gaps.append(gap.to)
            gaps.append(Int64(gap.records))
            gaps.append(gap.part)
            gaps.append(gap.reason.rawValue)
            gaps.append(gap.element)
        }
    }

    private mutating func addState(_ entry: Batch.Entry) {
        let report = entry.report
        states.startRow(of: 8)
        states.append(entry.house)
        states.append(report.database)
        states.append(Int64(clamping: report.to))
        states.append(entry.delivery.stored)
        states.append(report.head.time)
        states.append(report.head.version)
        states.append(Int64(report.head.alarms))
        states.append(Int64(report.head.stale))
    }

    /// As the statement decides that stores the state.
    private static func isNewer(_ one: Batch.Entry, than other: Batch.Entry) -> Bool {
        one.report.database == other.report.database
            ? (one.report.to, one.delivery.stored) > (other.report.to, other.delivery.stored)
            : one.delivery.stored > other.delivery.stored
    }
}
