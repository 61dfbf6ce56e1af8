import DomoLanguage
import DomoModel

extension Store {
    /// How many entries are added before the log is trimmed.
    private static let trimEvery = 100

    /// Stores an event, or adds it to an earlier one.
    func put(_ entry: LogEntry) throws {
        var kind = entry.kind
        let cause = try entry.by.map { try id(of: $0) }
        if let span = kind.span {
            // A sign-in also belongs to the first one from its address.
            let known = kind == .signIn ? [LogEntry.Kind.signIn, .newAddress] : [kind]
            for kind in known {
                try database.run(
                    """
                    UPDATE log SET count = count + ?, until = max(until, ?) WHERE id = (
                        SELECT max(id) FROM log INDEXED BY log_by_address WHERE cause IS ? AND address IS ?
                            AND kind = ? AND subject IS ? AND message IS ? AND time > ?
                    )
                    """,
                    kind.isCounted ? entry.count : 0,
                    entry.last.milliseconds,
                    cause,
                    entry.from,
                    kind.rawValue,
                    entry.subject,
                    entry.message,
                    entry.time.milliseconds - span.milliseconds
                )
                if database.changes > 0 { return }
            }
        }
        if kind == .signIn, try isNew(entry.from, of: cause) { kind = .newAddress }
        try insert(entry, as: kind, cause)
        if let tree = entry.tree { try trimLog(of: tree, kind) }
        untrimmedEntries += 1
        if untrimmedEntries >= Self.trimEvery { try trimLog() }
    }

    private func isNew(_ address: String?, of cause: Int64?) throws -> Bool {
        guard let address else { return false }
        let find = "SELECT 1 FROM log INDEXED BY log_by_address WHERE cause IS ? AND address = ? AND kind IN (?, ?)"
        let (known, new) = (LogEntry.Kind.signIn.rawValue, LogEntry.Kind.newAddress.rawValue)
        return try database.integer(find, cause, address, known, new) == nil
    }

    /// - Parameter entry: gets the next number if it has none.
    private func insert(_ entry: LogEntry, as kind: LogEntry.Kind, _ cause: Int64?) throws {
        try database.run(
            """
            INSERT INTO log (id, kind, time, until, count, cause, tree, address, subject, message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            entry.number > 0 ? Int64(clamping: entry.number) : nil,
            kind.rawValue,
            entry.time.milliseconds,
            entry.last.milliseconds,
            entry.count,
            cause,
            entry.tree.map { Int64(clamping: $0) },
            entry.from,
            entry.subject,
            entry.message
        )
    }

    private func trimLog(of tree: UInt64, _ kind: LogEntry.Kind) throws {
        try database.run(
            """
            DELETE FROM log WHERE kind = ?1 AND tree = ?2 AND id <= (
                SELECT id FROM log INDEXED BY log_by_tree WHERE kind = ?1 AND tree = ?2
                ORDER BY id DESC LIMIT 1 OFFSET ?3
            )
            """,
            kind.rawValue,
            Int64(clamping: tree),
            LogEntry.Kind.maxEntriesOfTree
        )
    }

    /// Deletes what is over the bound of each kind.
    func trimLog() throws {
        for kind in LogEntry.Kind.allCases {
            try database.run(
                """
                DELETE FROM log WHERE kind = ?1 AND id <= (
                    SELECT id FROM log INDEXED BY log_by_kind WHERE kind = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2
                )
                """,
                kind.rawValue,
                LogEntry.Kind.maxEntries
            )
        }
        untrimmedEntries = 0
    }

    /// Deletes entries that ended before a time.
    func expireLog(before end: Timestamp) throws {
        try transaction { database in
            try database.run("DELETE FROM log WHERE until < ?", end.milliseconds)
            try trimLog()
        }
    }

    // MARK: - Another file

    /// All entries of the log.
    func log() throws -> [LogEntry] {
        guard !needsMigration else { return [] }
        return try LogPage(LogQuestion(last: Int(Int32.max)), since: nil, isWhole: true, from: database).entries
    }

    /// Adds the entries of another file that are later than those of this one: a database that is replaced takes no
    /// traces with it.
    func take(_ entries: [LogEntry]) throws {
        try transaction { database in
            let newest = try database.integer("SELECT max(id) FROM log") ?? 0
            for entry in entries.reversed() where entry.number > UInt64(max(0, newest)) {
                try insert(entry, as: entry.kind, try entry.by.map { try id(of: $0) })
            }
            try trimLog()
        }
    }
}
