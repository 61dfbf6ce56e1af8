import DomoModel

// The verification of databases from outside.

extension Schema {
    /// A table, an index, a view or a trigger, with the statement that creates it.
    private struct Part: Hashable {
        var type: String
        var name: String
        var table: String
        /// Empty for parts that SQLite creates itself.
        var statement: String

        /// - Parameter row: a row of `parts`.
        init(_ row: Row) {
            type = row[0]
            name = row[1]
            table = row[2]
            statement = Self.plain(row[3] as String? ?? "")
        }

        /// Normalizes a statement: versions of SQLite differ in spaces and quotes when they rewrite it.
        private static func plain(_ statement: String) -> String {
            var plain = ""
            var isSpaced = false
            for character in statement.unicodeScalars where character != "\"" {
                if character.properties.isWhitespace {
                    isSpaced = true
                    continue
                }
                if isSpaced, !plain.isEmpty { plain.append(" ") }
                isSpaced = false
                plain.unicodeScalars.append(character)
            }
            return plain
        }
    }

    private static let parts = "SELECT type, name, tbl_name, sql FROM sqlite_master"

    /// Checks a database from outside.
    ///
    /// - Throws: `Problem`, or `SQLiteError` if it is damaged.
    func verify(_ database: Database) throws {
        let version = try version(of: database)
        guard version > 0 else { throw Problem.foreign }
        let own = try Database(":memory:")
        try create(in: own, to: version)
        let expected = Set(try own.all(Self.parts, as: Part.init))
        // An unknown trigger could do anything, and a missing part makes the database unusable.
        guard try database.integer("SELECT count(*) FROM sqlite_master") ?? 0 <= expected.count else {
            throw Problem.otherParts(try unknownPart(in: database, beside: expected))
        }
        guard Set(try database.all(Self.parts, as: Part.init)) == expected else {
            throw Problem.otherParts(try unknownPart(in: database, beside: expected))
        }
        try database.check(thoroughly: true)
        try Self.verifyTimes(database)
        try Self.verifyNumbers(database)
    }

    /// - Returns: nil if no part is unknown, but some are missing.
    private func unknownPart(in database: Database, beside expected: Set<Part>) throws -> String? {
        let rows = try database.rows(Self.parts)
        while let row = try rows.next() {
            let part = Part(row)
            if !expected.contains(part) { return "\(part.type) \(part.name)" }
        }
        return nil
    }
}
