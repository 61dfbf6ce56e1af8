import Testing

@testable import DomoFleet
@testable import DomoFleetStore

/// 2026-11-27 12:00 UTC.
let noon: Int64 = 1_795_780_800_000

/// - Parameter number: makes houses that differ.
func houseName(_ number: Int) -> String {
    let digits = String(number)
    return "house" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
}

/// A report of `count` records, one per second.
func report(
    from: UInt64 = 0,
    count: Int = 20,
    database: String = "0123456789abcdef",
    start: Int64 = noon,
    gaps: [Report.Gap] = []
) -> Report {
    let records = (0..<count).map { index in
        let cursor = from + UInt64(index) + 1
        return Report.Record(
            cursor: cursor,
            time: start + Int64(cursor) * 1000,
            line: Array(#"{"element":"Salon/Lampara","reading":{"value":\#(cursor % 101)},"cursor":\#(cursor)}"#.utf8),
            element: "e\(index % 20)",
            value: "\(cursor % 101)",
            kind: "reading"
        )
    }
    return Report(
        database: database,
        from: from,
        to: from + UInt64(count),
        head: Report.Head(version: "2026.2", alarms: 1, stale: 2, time: start),
        gaps: gaps,
        records: records
    )
}

func gap(from: Int64, to: Int64, element: String? = nil) -> Report.Gap {
    Report.Gap(element: element, part: "readings", reason: .removed, from: from, to: to, records: 7)
}

func delivery(_ house: Int, _ report: Report, stored: Int64 = noon) -> Delivery {
    let id = houseName(house)
    return Delivery(
        subject: "domo.v1.report.00.\(id)",
        payload: Array("\(report.from)-\(report.to)".utf8),
        content: HouseID(id).map { .report(report, of: $0) } ?? .unreadable("no house"),
        stored: stored
    )
}

extension StoreConnection {
    /// A database with the tables.
    static func prepared(_ settings: StoreSettings) throws -> StoreConnection {
        let connection = try StoreConnection(settings)
        try Schema.current.migrate(connection)
        return connection
    }

    func count(_ table: String, where condition: String = "true") throws -> Int64 {
        try run("SELECT count(*) FROM \(table) WHERE \(condition)").integer(0, 0) ?? -1
    }

    /// As a listener writes it.
    func note(_ states: [Int: PresenceBook.State], isAll: Bool = false) throws {
        let table = try #require(try PresenceTable(self))
        let states = Dictionary(
            uniqueKeysWithValues: try states.map { (try #require(HouseID(houseName($0.key))), $0.value) }
        )
        if isAll { try table.replace(by: states) } else { try table.write(states) }
    }

    var processID: Int32 { get throws { try Int32(run("SELECT pg_backend_pid()").integer(0, 0) ?? 0) } }
}
