import DomoModel

extension Cause {
    /// What `init(row:at:)` reads, of a table joined with `causes`.
    static let columns = "causes.kind, causes.name"

    /// The same of the tables of a version.
    static func columns(version: Int) -> String {
        version >= Schema.kindsVersion ? columns : "NULL, causes.name"
    }

    /// - Parameter index: of the first of its two columns.
    init(row: Row, at index: Int) {
        self.init(storedKind: row[index], name: row[index + 1])
    }

    /// - Throws: `SQLiteError`.
    /// - Returns: nil where there is none of that id.
    init?(id: Int64, from database: Database) throws {
        let find = "SELECT kind, name FROM causes WHERE id = ?"
        guard let cause = try database.first(find, id, as: { Cause(row: $0, at: 0) }) else { return nil }
        self = cause
    }

    func id(in database: Database) throws -> Int64? {
        let find = "SELECT id FROM causes WHERE kind = ? AND name = ?"
        return try database.integer(find, kind.rawValue, name)
    }

    /// - Parameter kind: nil where it was stored by an earlier domo, without its kind.
    private init(storedKind kind: String?, name: String) {
        guard let kind else {
            self.init(written: name)
            return
        }
        self.init(kind: Kind(rawValue: kind) ?? .user, name: name)
    }
}
