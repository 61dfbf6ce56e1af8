import DomoModel

extension Store {
    /// Gives the history of a path, and of all paths below it, to another, with what identifies them, in one transaction.
    /// Where both have one, the new path's is the later part.
    ///
    /// - Parameter isPlace: the new path is that of a place, which has no history itself: only what is below is moved.
    /// - Returns: how many elements have another path now; nil if the tables are to be migrated first.
    func rename(_ old: String, to new: String, isPlace: Bool) throws -> Int? {
        guard !needsMigration else { return nil }
        var count = 0
        try changePaths { database, identities in
            let moved = try rows(within: old, in: database)
            let isElement = moved.contains { $0.path == old }
            let others = try rows(within: new, in: database)
            count = try move(isPlace ? moved.filter { $0.path != old } : moved, from: old, to: new, in: database)
            guard count > 0 else { return }
            if PathMap.holds(new, old) || isPlace && isElement {
                // Not the place as a whole: it was there before, or it was not what is renamed.
                let moved = moved.map(\.path).filter { $0 != old || !isPlace }
                identities.move(
                    Self.topmost(moved).map { PathChange(old: $0, new: new + $0.dropFirst(old.count)) },
                    mark: mark
                )
            } else {
                let own = Self.others(others.map(\.path), in: new, than: moved.map(\.path), from: old)
                identities.move(old, to: new, except: own, mark: mark())
            }
        }
        return count
    }

    /// Gives history and identity of paths that the houses no longer have to those that are the same now, in one
    /// transaction. Until the next call, records of the old paths are stored for the new ones.
    ///
    /// - Returns: for each change what became of it; nil if the tables are to be migrated first.
    func follow(_ changes: [PathChange]) throws -> [RenameOutcome]? {
        guard !needsMigration else { return nil }
        var outcomes: [RenameOutcome] = []
        try changePaths { database, identities in
            for change in changes {
                let moved = try rows(within: change.old, in: database)
                if moved.isEmpty, identities.isLeft(change.old) {
                    outcomes.append(.done)
                } else if try !rows(within: change.new, in: database).isEmpty {
                    outcomes.append(.occupied)
                } else {
                    _ = try move(moved, from: change.old, to: change.new, in: database)
                    outcomes.append(.followed)
                }
            }
            identities.move(zip(changes, outcomes).filter { $1 == .followed }.map(\.0), mark: mark)
        }
        redirect(PathMap(zip(changes, outcomes).filter { $1 == .followed }.map(\.0)))
        return outcomes
    }

    private func changePaths(_ body: (Database, inout Identities) throws -> Void) throws {
        // Changes that are held back belong to their old rows.
        try writeHeld(now: nil)
        forgetElements()
        var changed = identities
        try transaction { database in
            try body(database, &changed)
            try write(changed, over: identities, in: database)
        }
        identities = changed
    }

    /// Replaces what identifies what was renamed.
    func put(_ identities: Identities) throws {
        guard identities != self.identities else { return }
        try transaction { database in try write(identities, over: self.identities, in: database) }
        self.identities = identities
    }

    private func write(_ new: Identities, over old: Identities, in database: Database) throws {
        let (new, old) = (new.exceptions, old.exceptions)
        for path in old.keys where new[path] == nil { try database.run("DELETE FROM identities WHERE path = ?", path) }
        for (path, origin) in new where old[path] != origin {
            try database.run("INSERT OR REPLACE INTO identities VALUES (?, ?)", path, origin)
        }
    }

    /// None before the tables are migrated.
    static func identities(in database: Database) throws -> Identities {
        guard try database.integer("SELECT 1 FROM sqlite_master WHERE name = 'identities'") != nil else {
            return Identities()
        }
        let rows = try database.all("SELECT path, origin FROM identities") { ($0[0] as String, $0[1] as String) }
        return Identities(Dictionary(rows) { $1 })
    }

    private func mark() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 16) }

    /// The elements at a path and below it, each before its parts.
    private func rows(within path: String, in database: Database) throws -> [(id: Int64, path: String)] {
        // "0" is the character after "/".
        try database.all(
            "SELECT id, path FROM elements WHERE path = ?1 OR path > ?1 || '/' AND path < ?1 || '0' ORDER BY path",
            path
        ) { ($0[0] as Int64, $0[1] as String) }
    }

    private func move(
        _ moved: [(id: Int64, path: String)],
        from old: String,
        to new: String,
        in database: Database
    ) throws -> Int {
        for (id, path) in moved {
            let target = new + path.dropFirst(old.count)
            let later = try database.integer("SELECT id FROM elements WHERE path = ?", target)
            if let later { try merge(later, into: id, in: database) }
            try database.run("UPDATE elements SET path = ? WHERE id = ?", target, id)
        }
        return moved.count
    }

    /// The paths that are not below another of them.
    private static func topmost(_ paths: [String]) -> [String] {
        let all = PathMap(Dictionary(paths.map { ($0, "") }) { $1 })
        return paths.filter { all.isAlone($0) }
    }

    /// The topmost paths below a new path that have a history, while the old path had none there.
    private static func others(_ paths: [String], in new: String, than moved: [String], from old: String) -> [String] {
        func ends(_ path: String, below place: String) -> [Substring] {
            let rest = path.utf8.dropFirst(place.utf8.count)
            let slashes = rest.indices.dropFirst().filter { rest[$0] == UInt8(ascii: "/") }
            return (slashes + [rest.endIndex]).map { path[rest.startIndex..<$0] }
        }
        let known = Set(moved.filter { $0 != old }.flatMap { ends($0, below: old) })
        let others = paths.filter { $0 != new }.compactMap { ends($0, below: new).first { !known.contains($0) } }
        return Set(others.map { new + $0 }).sorted()
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

/// What became of a rename that was recognized.
public enum RenameOutcome: Sendable, Equatable {
    case followed
    /// It was done before, and the daemon ended before it kept a copy of the files.
    case done
    /// The new path has a history of its own, which may be that of something else.
    case occupied
}
