import DomoLanguage
import DomoModel

extension LogPage {
    /// - Parameters:
    ///   - since: the moment of `question.since`.
    ///   - isWhole: whether to return more than fits in a line.
    init(_ question: LogQuestion, since: Timestamp?, isWhole: Bool = false, from database: Database) throws {
        var conditions: [String] = []
        if question.before != nil { conditions.append("log.id < ?1") }
        if since != nil { conditions.append("until >= ?2") }
        if !question.kinds.isEmpty {
            // Of a closed list.
            let kinds = question.kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            conditions.append("log.kind IN (\(kinds))")
        }
        let rows = try database.rows(
            """
            SELECT log.id, log.kind, time, until, count, \(Cause.columns), address, subject, message, tree
            FROM log LEFT JOIN causes ON causes.id = cause
            \(conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))")
            ORDER BY log.id DESC LIMIT ?3
            """,
            question.before.map { Int64(clamping: $0) },
            since?.milliseconds,
            question.last
        )
        self.init(entries: [])
        var budget = PageBudget()
        while let row = try rows.next() {
            // Of a newer version of domo.
            guard let kind = LogEntry.Kind(rawValue: row[1]) else { continue }
            let entry = LogEntry(
                number: UInt64(max(0, row[0] as Int64)),
                kind,
                at: Timestamp(stored: row[2]),
                by: row.isNull(5) ? nil : Cause(row: row, at: 5),
                from: row[7],
                subject: row[8],
                message: row[9],
                count: row[4],
                last: Timestamp(stored: row[3]),
                tree: (row[10] as Int64?).map { UInt64(max(0, $0)) }
            )
            guard isWhole || budget.spend(entry.size) else { break }
            entries.append(entry)
        }
    }
}

extension LogEntry {
    /// An upper estimate of its length in JSON.
    fileprivate var size: Int {
        [by?.description, from, subject, message].reduce(240) { $0 + ($1.map(jsonLength) ?? 0) }
    }

    /// Its approximate size in memory, in bytes.
    var weight: Int { [by?.description, from, subject, message].reduce(256) { $0 + ($1?.utf8.count ?? 0) } }
}
