import DomoLanguage
import DomoModel

extension OrderRecord {
    /// The highest valid order number. New orders continue from the highest stored number, so there must be room above
    /// it.
    static let maxNumber: Int64 = 1 << 62

    /// The columns that `init(row:from:)` reads.
    static let columns = """
        number, requested, path, type, action, \(Cause.columns), origin, signal, stage, reached, accepted_after,
        confirmed_after, observed, problem, followed_by
        """

    init(row: Row, from database: Database) throws {
        let number: Int64 = row[0]
        self.init(
            id: UInt64(max(0, number)),
            element: row[2],
            type: row[3],
            action: row[4],
            by: Cause(row: row, at: 5),
            origin: OrderOrigin(rawValue: row[7]) ?? .socket,
            requested: Timestamp(stored: row[1]),
            signal: row[8],
            attempts: try Self.attempts(number: number, requested: row[1], database),
            stage: OrderStage(rawValue: row[9]) ?? .failed,
            reached: Timestamp(stored: row[10]),
            acceptedAfter: row[11],
            confirmedAfter: row[12],
            observed: row[13],
            problem: row[14],
            followedBy: (row[15] as Int64?).map { UInt64(max(0, $0)) }
        )
    }

    private static func attempts(number: Int64, requested: Int64, _ database: Database) throws -> [Attempt] {
        let rows = try database.rows(
            """
            SELECT time, milliseconds, result FROM attempts WHERE number = ? AND requested = ? ORDER BY position
            """,
            number,
            requested
        )
        var attempts: [Attempt] = []
        while let row = try rows.next() {
            attempts.append(Attempt(time: Timestamp(stored: row[0]), milliseconds: row[1], result: row[2]))
        }
        return attempts
    }
}

extension Schema {
    /// Checks the order numbers of a database from outside.
    ///
    /// - Throws: `Problem.numbers`.
    static func verifyNumbers(_ database: Database) throws {
        for end in ["min", "max"] {
            let isPossible = try database.first("SELECT \(end)(number) FROM orders") { row in
                row.isNull(0) || row.isInteger(0) && (0...OrderRecord.maxNumber).contains(row[0])
            }
            guard isPossible ?? true else { throw Problem.numbers }
        }
    }
}
