import DomoModel

/// Drops all that is older than some time, but the newest row of each series and the highest number of an order.
struct Expiry {
    let end: Timestamp
    /// Orders that were accepted later are kept: they may still be confirmed. Where a server reports no states, all orders
    /// end as accepted.
    fileprivate let acceptedEnd: Timestamp

    /// The longest `confirm-within`, and some time for the record to arrive.
    private static let longestConfirmation = Duration.seconds(660)

    /// Where the next slice begins: the newest rows of the series are passed over once.
    fileprivate var place = HistoryRow.Place(time: .min, isChange: true)

    init(before end: Timestamp, now: Timestamp) {
        self.end = end
        acceptedEnd = Timestamp(milliseconds: now.milliseconds - Self.longestConfirmation.milliseconds)
    }
}

extension Store {
    /// - Returns: true where nothing is left to drop.
    func expire(_ expiry: inout Expiry, rows: Int) throws -> Bool {
        var isDone = true
        var place = expiry.place
        let end = expiry.end.milliseconds
        try transaction { database in
            // All of them first: they are dropped on the way.
            let old = try database.all(
                """
                SELECT time, element, type, sequence FROM changes INDEXED BY changes_by_time
                WHERE (time, element, type, sequence) > (?, ?, ?, ?) AND time < ?
                ORDER BY time, element, type, sequence LIMIT ?
                """,
                place.time,
                place.element,
                place.type,
                place.sequence,
                end,
                rows
            ) { HistoryRow.Place(time: $0[0], isChange: true, element: $0[1], type: $0[2], sequence: $0[3]) }
            let drop = try database.statement(
                """
                DELETE FROM changes WHERE element = ?1 AND type = ?2 AND time = ?3 AND sequence = ?4
                    AND EXISTS (
                        SELECT 1 FROM changes WHERE element = ?1 AND type = ?2 AND (time, sequence) > (?3, ?4)
                    )
                """
            )
            for row in old { try drop.run(row.element, row.type, row.time, row.sequence) }
            place = old.last ?? place
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
            // The attempts first: which orders go is not known afterwards.
            for table in ["attempts", "orders"] {
                try database.run(
                    """
                    DELETE FROM \(table) WHERE (number, requested) IN (
                        SELECT number, requested FROM orders INDEXED BY orders_by_time
                        WHERE requested < ?1 AND stage NOT IN ('requested', 'sent')
                            AND (stage <> 'accepted' OR reached < ?2)
                            AND number < (SELECT max(number) FROM orders)
                        ORDER BY requested, number LIMIT ?3
                    )
                    """,
                    end,
                    expiry.acceptedEnd.milliseconds,
                    rows
                )
            }
            isDone = isDone && database.changes < rows
        }
        expiry.place = place
        return isDone
    }

    /// The oldest time of a change, a summary or an order, not before another time.
    func oldest(from time: Timestamp) throws -> Timestamp? {
        let times = try [
            "SELECT min(time) FROM changes WHERE time >= ?", "SELECT min(start) FROM summaries WHERE start >= ?",
            "SELECT min(requested) FROM orders WHERE requested >= ?",
        ].compactMap { try database.integer($0, time.milliseconds) }
        return times.min().map(Timestamp.init(stored:))
    }

    /// What the rows take, without the room that is free inside the file.
    func usedBytes() throws -> Int {
        func number(_ pragma: String) throws -> Int64 { try database.integer("PRAGMA \(pragma)") ?? 0 }
        return Int(try (number("page_count") - number("freelist_count")) * number("page_size"))
    }

    /// Gives free room back to the disk.
    ///
    /// - Returns: true where no more than `keeping` pages are free.
    func giveBack(pages: Int, keeping: Int) throws -> Bool {
        let free = try database.integer("PRAGMA freelist_count") ?? 0
        guard free > keeping else { return true }
        try database.execute("PRAGMA incremental_vacuum(\(pages))")
        // A database that was not made here can't.
        return try database.integer("PRAGMA freelist_count") ?? 0 >= free
    }
}
