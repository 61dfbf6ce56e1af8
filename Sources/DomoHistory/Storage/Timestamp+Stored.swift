import DomoModel

extension Timestamp {
    /// What a calendar and RFC 3339 can say: the years 1 to 9999, in milliseconds since 1970.
    static let storable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// As a table holds it. What a disk or a hand made of it is brought into the range that can be told.
    init(stored milliseconds: Int64) {
        self.init(milliseconds: milliseconds.clamped(to: Self.storable))
    }
}

extension Schema {
    /// Looks through the times of a database that somebody brings.
    ///
    /// - Parameter version: of its tables.
    /// - Throws: `Problem.times` where one is outside the years 1 to 9999, or no number.
    static func verifyTimes(_ database: Database, version: Int) throws {
        var columns = [
            ("changes", "time"), ("summaries", "start"), ("orders", "requested"), ("orders", "reached"),
            ("current", "since"),
        ]
        if version >= scenesVersion { columns += [("scenes", "started"), ("scenes", "ended")] }
        if version >= aliveVersion { columns.append(("alive", "time")) }
        if version >= attemptsVersion { columns.append(("attempts", "time")) }
        for (table, column) in columns {
            for end in ["min", "max"] {
                // Texts are greater than all numbers.
                let isPossible = try database.first("SELECT \(end)(\(column)) FROM \(table)") { row in
                    row.isNull(0) || row.isInteger(0) && Timestamp.storable.contains(row[0])
                }
                guard isPossible ?? true else { throw Problem.times }
            }
        }
    }
}
