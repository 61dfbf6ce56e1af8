extension Store {
    /// Gives the history of a path, and of all paths below it, to another, in one transaction. Where both have one, the new
    /// path's is the later part.
    ///
    /// - Parameter isPlace: the new path is that of a place, which has no history itself: only what is below is moved.
    /// - Returns: how many elements have another path now; nil if the tables are to be migrated first.
    func rename(_ old: String, to new: String, isPlace: Bool) throws -> Int? {
        guard !needsMigration else { return nil }
        // Changes that are held back belong to their old rows.
        try writeHeld(now: nil)
        forgetElements()
        var count = 0
        try transaction { database in
            let moved = try database.all(
                """
                SELECT id, path FROM elements
                WHERE path = ?1 AND NOT ?2 OR substr(path, 1, length(?1) + 1) = ?1 || '/' ORDER BY id
                """,
                old,
                isPlace ? 1 : 0
            ) { ($0[0] as Int64, $0[1] as String) }
            for (id, path) in moved {
                let target = new + path.dropFirst(old.count)
                let later = try database.integer("SELECT id FROM elements WHERE path = ?", target)
                if let later { try merge(later, into: id, in: database) }
                try database.run("UPDATE elements SET path = ? WHERE id = ?", target, id)
                count += 1
            }
        }
        return count
    }

    /// Moves all rows of an element to another, and removes it.
    private func merge(_ later: Int64, into id: Int64, in database: Database) throws {
        // What is known now is that of the later one.
        try database.run(
            "DELETE FROM current WHERE element = ?1 AND type IN (SELECT type FROM current WHERE element = ?2)",
            id,
            later
        )
        for table in ["current", "changes", "summaries", "orders", "holes"] {
            // Two records of one moment: the earlier row stays.
            try database.run("UPDATE OR IGNORE \(table) SET element = ?1 WHERE element = ?2", id, later)
            try database.run("DELETE FROM \(table) WHERE element = ?", later)
        }
        try database.run(
            """
            UPDATE sizes SET bytes = bytes + (SELECT bytes FROM sizes AS other WHERE other.element = ?2 AND other.part = sizes.part)
            WHERE element = ?1
            """,
            id,
            later
        )
        try database.run("DELETE FROM sizes WHERE element = ?", later)
        try database.run("DELETE FROM elements WHERE id = ?", later)
    }
}
