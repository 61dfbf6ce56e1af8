import DomoModel

extension Timestamp {
    /// The range of the calendar and of RFC 3339: the years 1 to 9999, in milliseconds since 1970.
    static let storable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Reads a stored time. A corrupt one is clamped to the valid range.
    init(stored milliseconds: Int64) {
        self.init(milliseconds: milliseconds.clamped(to: Self.storable))
    }
}

extension Schema {
    /// Checks the times of a database from outside.
    ///
    /// - Throws: `Problem.times` if a time is outside the years 1 to 9999, or not a number.
    static func verifyTimes(_ database: Database) throws {
        let columns = [
            ("changes", "time"), ("summaries", "start"), ("orders", "requested"), ("orders", "reached"),
            ("current", "since"), ("scenes", "started"), ("scenes", "ended"), ("alive", "time"), ("attempts", "time"),
        ]
        let later = [
            ("events", "time"), ("events", "until"), ("holes", "since"), ("holes", "until"),
        ]
        // The tables of an earlier version lack them.
        let hasEvents = try database.integer("SELECT 1 FROM sqlite_master WHERE name = 'events'") != nil
        for (table, column) in columns + (hasEvents ? later : []) {
            for end in ["min", "max"] {
                // SQLite sorts texts after all numbers.
                let isPossible = try database.first("SELECT \(end)(\(column)) FROM \(table)") { row in
                    row.isNull(0) || row.isInteger(0) && Timestamp.storable.contains(row[0])
                }
                guard isPossible ?? true else { throw Problem.times }
            }
        }
    }
}
