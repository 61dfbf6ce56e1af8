import DomoLanguage
import DomoModel

/// Deletes everything older than a time, except the newest row of each series and the order with the highest number.
struct Expiry {
    let end: Timestamp
    /// Orders that were accepted after this time are kept, because they may still be confirmed. If a server reports no
    /// states, all its orders end as accepted.
    fileprivate let acceptedEnd: Timestamp

    /// Where the next slice begins, so that the newest rows of the series are skipped only once.
    fileprivate var key = HistoryRow.Key(time: .min, isChange: true)

    init(before end: Timestamp, now: Timestamp) {
        self.end = end
        acceptedEnd = OrderRecord.acceptedEnd(now: now)
    }
}

extension OrderRecord {
    /// The maximum `confirm-within`, plus some time for the record to arrive.
    private static let maxConfirmation = Duration.seconds(660)

    /// Orders that were accepted before are not confirmed any more.
    static func acceptedEnd(now: Timestamp) -> Timestamp {
        Timestamp(milliseconds: now.milliseconds - maxConfirmation.milliseconds)
    }

    /// Whether an order may be deleted: it is over, and another has a higher number. `?1` is `acceptedEnd`.
    static let isDeletable = """
        stage NOT IN ('requested', 'sent') AND (stage <> 'accepted' OR reached < ?1)
            AND number < (SELECT max(number) FROM orders)
        """
}

extension Store {
    /// - Returns: whether nothing is left to delete.
    func expire(_ expiry: inout Expiry, rows: Int) throws -> Bool {
        var isDone = true
        var key = expiry.key
        let end = expiry.end.milliseconds
        try transaction { database in
            // Read all rows first: the loop deletes them.
            let old = try database.all(
                """
                SELECT time, element, type, sequence FROM changes INDEXED BY changes_by_time
                WHERE (time, element, type, sequence) > (?, ?, ?, ?) AND time < ?
                ORDER BY time, element, type, sequence LIMIT ?
                """,
                key.time,
                key.element,
                key.type,
                key.sequence,
                end,
                rows
            ) { HistoryRow.Key(time: $0[0], isChange: true, element: $0[1], type: $0[2], sequence: $0[3]) }
            let drop = try database.statement(
                """
                DELETE FROM changes WHERE element = ?1 AND type = ?2 AND time = ?3 AND sequence = ?4
                    AND EXISTS (
                        SELECT 1 FROM changes WHERE element = ?1 AND type = ?2 AND (time, sequence) > (?3, ?4)
                    )
                """
            )
            for row in old { try drop.run(row.element, row.type, row.time, row.sequence) }
            key = old.last ?? key
            isDone = old.count < rows
            try database.run(
                """
                DELETE FROM summaries WHERE (element, type, start, seconds) IN (
                    SELECT element, type, start, seconds FROM summaries WHERE start + seconds * 1000 <= ?1
                        AND start < ?1 ORDER BY start LIMIT ?2
                )
                """,
                end,
                rows
            )
            isDone = isDone && database.changes < rows
            let oldest = """
                SELECT number, requested FROM orders INDEXED BY orders_by_time
                WHERE requested < ?2 AND \(OrderRecord.isDeletable) ORDER BY requested, number LIMIT ?3
                """
            // The attempts first, while the orders still exist.
            for table in ["attempts", "orders"] {
                try database.run(
                    "DELETE FROM \(table) WHERE (number, requested) IN (\(oldest))",
                    expiry.acceptedEnd.milliseconds,
                    end,
                    rows
                )
            }
            isDone = isDone && database.changes < rows
        }
        expiry.key = key
        return isDone
    }

    /// Returns the used size of the file, without its free pages.
    func usedBytes() throws -> Int {
        func number(_ pragma: String) throws -> Int64 { try database.integer("PRAGMA \(pragma)") ?? 0 }
        return Int(try (number("page_count") - number("freelist_count")) * number("page_size"))
    }

    /// Returns free pages to the disk.
    ///
    /// - Returns: whether no more than `keeping` pages are free.
    func giveBack(pages: Int, keeping: Int) throws -> Bool {
        let free = try database.integer("PRAGMA freelist_count") ?? 0
        guard free > keeping else { return true }
        try database.execute("PRAGMA incremental_vacuum(\(pages))")
        // A database without incremental vacuum can't shrink.
        return try database.integer("PRAGMA freelist_count") ?? 0 >= free
    }
}
