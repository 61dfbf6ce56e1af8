import DomoModel

extension Cause {
    /// The columns that `init(row:at:)` reads, in a table joined with `causes`.
    static let columns = "causes.kind, causes.name"

    /// - Parameter index: the index of the first of the two columns.
    init(row: Row, at index: Int) {
        self.init(kind: Kind(rawValue: row[index]) ?? .user, name: row[index + 1])
    }

    /// - Throws: `SQLiteError`.
    /// - Returns: nil if there is no cause with this id.
    init?(id: Int64, from database: Database) throws {
        let find = "SELECT kind, name FROM causes WHERE id = ?"
        guard let cause = try database.first(find, id, as: { Cause(row: $0, at: 0) }) else { return nil }
        self = cause
    }

    func id(in database: Database) throws -> Int64? {
        let find = "SELECT id FROM causes WHERE kind = ? AND name = ?"
        return try database.integer(find, kind.rawValue, name)
    }
}
