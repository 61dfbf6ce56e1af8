import DomoFleet

/// What the houses of a batch have sent today, and what of the batch is left out. It is read at the start of the
/// transaction and written at its end, so that workers don't wait for each other: a worker that writes at the same time may
/// add one batch to what is allowed.
struct HouseDays {
    private struct Use {
        var records: Int64 = 0
        var octets: Int64 = 0
        var gaps: Int64 = 0
        var databases: Int64 = 0
        var bad: Int64 = 0
        var recordsOut: Int64 = 0
        var badOut: Int64 = 0
        var first: Int64?
        var last: Int64?

        mutating func leaveOut(_ count: Int64, from: Int64, to: Int64) {
            recordsOut += count
            first = min(first ?? from, from)
            last = max(last ?? to, to)
        }
    }

    private struct Source: Hashable {
        var house: String
        var database: String
    }

    /// What a record takes beside its texts.
    private static let frame: Int64 = 64
    /// A gap says how many records are missing: a house may claim anything.
    private static let maxClaim: Int64 = 1_000_000

    private let allowance: HouseAllowance
    /// Before this batch.
    private var before: [String: Use] = [:]
    /// In this batch.
    private var use: [String: Use] = [:]
    private var sources: Set<Source> = []

    init(_ connection: StoreConnection, _ allowance: HouseAllowance, _ batch: Batch) throws(StoreFault) {
        self.allowance = allowance
        let houses = Set(batch.good.map(\.house) + batch.bad.map { Self.house(of: $0.delivery) })
        let rows = try connection.run(
            """
            SELECT house, records, octets, gaps, databases, bad FROM house_day
            WHERE day = current_date AND house = ANY ($1::text[])
            """,
            [.text(Self.list(houses))]
        )
        for row in 0..<rows.count {
            before[rows.text(row, 0) ?? ""] = Use(
                records: rows.integer(row, 1) ?? 0,
                octets: rows.integer(row, 2) ?? 0,
                gaps: rows.integer(row, 3) ?? 0,
                databases: rows.integer(row, 4) ?? 0,
                bad: rows.integer(row, 5) ?? 0
            )
        }
        let named = Set(batch.good.map { Source(house: $0.house, database: $0.report.database) })
        let known = try connection.run(
            """
            SELECT house, database FROM source
            JOIN unnest($1::text[], $2::text[]) AS named (house, database) USING (house, database)
            """,
            [.text(Self.list(named.map(\.house))), .text(Self.list(named.map(\.database)))]
        )
        for row in 0..<known.count {
            sources.insert(Source(house: known.text(row, 0) ?? "", database: known.text(row, 1) ?? ""))
        }
    }

    /// The house of a report that can't be read; empty if the subject is that of none.
    private static func house(of delivery: Delivery) -> String {
        switch delivery.content {
        case .report(_, of: let house): house.text
        case .unreadable: FleetSubjects.house(ofReport: delivery.subject)?.text ?? ""
        }
    }

    /// An array for PostgreSQL, of any texts.
    private static func list(_ texts: some Collection<String>) -> String {
        let quoted = texts.map { text in
            var quoted = "\""
            for character in text.unicodeScalars {
                if character == "\"" || character == "\\" { quoted.unicodeScalars.append("\\") }
                quoted.unicodeScalars.append(character)
            }
            return quoted + "\""
        }
        return "{\(quoted.joined(separator: ","))}"
    }

    // MARK: - Allowing

    /// - Returns: what of the report is stored. The state of the house always is.
    mutating func allow(_ entry: Batch.Entry) -> Batch.Entry {
        var entry = entry
        let (house, hasSource) = (entry.house, allowsSource(of: entry))
        if !hasSource { entry.report.replaces = nil }
        if !hasSource || !allowsRecords(of: entry) {
            for record in entry.report.records {
                use[house, default: Use()].leaveOut(1, from: record.time, to: record.time)
            }
            entry.report.records = []
        }
        if !hasSource || !allowsGaps(of: entry) {
            for gap in entry.report.gaps {
                let records = min(max(0, Int64(gap.records)), Self.maxClaim)
                use[house, default: Use()].leaveOut(records, from: gap.from, to: gap.to)
            }
            entry.report.gaps = []
        }
        return entry
    }

    /// Before this batch and in it.
    private func sum(_ house: String, _ value: (Use) -> Int64) -> Int64 {
        (before[house].map(value) ?? 0) + (use[house].map(value) ?? 0)
    }

    /// Whether the database of the report is known, or may be added.
    private mutating func allowsSource(of entry: Batch.Entry) -> Bool {
        let report = entry.report
        guard !report.records.isEmpty || !report.gaps.isEmpty || report.replaces != nil else { return true }
        let source = Source(house: entry.house, database: report.database)
        guard !sources.contains(source) else { return true }
        guard sum(entry.house, \.databases) < allowance.databases else { return false }
        use[entry.house, default: Use()].databases += 1
        sources.insert(source)
        return true
    }

    private mutating func allowsRecords(of entry: Batch.Entry) -> Bool {
        let count = Int64(entry.report.records.count)
        let octets = entry.report.records.reduce(Int64(0)) { $0 + Self.octets(of: $1) }
        guard sum(entry.house, \.records) + count <= allowance.records,
            sum(entry.house, \.octets) + octets <= allowance.octets
        else { return false }
        use[entry.house, default: Use()].records += count
        use[entry.house, default: Use()].octets += octets
        return true
    }

    private mutating func allowsGaps(of entry: Batch.Entry) -> Bool {
        let count = Int64(entry.report.gaps.count)
        let octets = entry.report.gaps.reduce(Int64(0)) { $0 + Self.frame + Int64($1.element?.utf8.count ?? 0) }
        guard sum(entry.house, \.gaps) + count <= allowance.gaps,
            sum(entry.house, \.octets) + octets <= allowance.octets
        else { return false }
        use[entry.house, default: Use()].gaps += count
        use[entry.house, default: Use()].octets += octets
        return true
    }

    private static func octets(of record: Report.Record) -> Int64 {
        frame + Int64(record.line.count + (record.element?.utf8.count ?? 0) + (record.value?.utf8.count ?? 0))
    }

    /// Whether a report that can't be stored is kept for the administrator.
    mutating func allowsBad(_ delivery: Delivery) -> Bool {
        let house = Self.house(of: delivery)
        let isKept = sum(house, \.bad) < allowance.badReports
        if isKept { use[house, default: Use()].bad += 1 } else { use[house, default: Use()].badOut += 1 }
        return isKept
    }

    /// The houses of whose records some were left out, with how many.
    var leftOut: [BatchOutcome.LeftOut] {
        use.filter { $0.value.recordsOut > 0 }.map { BatchOutcome.LeftOut(house: $0.key, records: $0.value.recordsOut) }
            .sorted { $0.house < $1.house }
    }

    // MARK: - Writing

    /// Adds the batch to what was before, by the order of the houses: all writers lock the rows alike.
    func write(_ connection: StoreConnection) throws(StoreFault) {
        let sorted = use.sorted { $0.key < $1.key }
        guard !sorted.isEmpty else { return }
        let column = { (value: (Use) -> Int64?) -> StoreValue in
            .text("{\(sorted.map { item in value(item.value).map { "\($0)" } ?? "NULL" }.joined(separator: ","))}")
        }
        try connection.run(
            """
            INSERT INTO house_day AS known
                (house, records, octets, gaps, databases, bad, records_out, bad_out, first, last)
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
            ON CONFLICT (house, day) DO UPDATE SET records = known.records + excluded.records,
                octets = known.octets + excluded.octets, gaps = known.gaps + excluded.gaps,
                databases = known.databases + excluded.databases, bad = known.bad + excluded.bad,
                records_out = known.records_out + excluded.records_out, bad_out = known.bad_out + excluded.bad_out,
                first = least(known.first, excluded.first), last = greatest(known.last, excluded.last)
            """,
            [
                .text(Self.list(sorted.map(\.key))), column(\.records), column(\.octets), column(\.gaps),
                column(\.databases), column(\.bad), column(\.recordsOut), column(\.badOut), column(\.first),
                column(\.last),
            ]
        )
    }
}
