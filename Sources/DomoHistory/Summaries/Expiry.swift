import DomoModel
import GRDB

/// Drops all that is older than some time, but the newest row of each series and the highest number of an order.
struct Expiry {
    let end: Timestamp
    /// Accepted orders are kept from here on: they may still be confirmed. Where a server tells no states, that is
    /// where all orders end.
    fileprivate let acceptedEnd: Timestamp
    /// Where the next slice begins: the newest rows of the series are passed over once.
    fileprivate var place = HistoryRow.Place(time: .min, isChange: true)

    init(before end: Timestamp, now: Timestamp) {
        self.end = end
        acceptedEnd = Timestamp(milliseconds: now.milliseconds - 3_600_000)
    }
}

extension Store {
    /// - Returns: true where nothing is left to drop.
    func expire(_ expiry: inout Expiry, rows: Int) throws -> Bool {
        var isDone = true
        var place = expiry.place
        let end = expiry.end.milliseconds
        try transaction { database in
            let old = try Row.fetchAll(
                database,
                sql: """
                    SELECT time, element, type, sequence FROM changes INDEXED BY changes_by_time
                    WHERE (time, element, type, sequence) > (?, ?, ?, ?) AND time < ?
                    ORDER BY time, element, type, sequence LIMIT ?
                    """,
                arguments: [place.time, place.element, place.type, place.sequence, end, rows]
            )
            let drop = try database.cachedStatement(
                sql: """
                    DELETE FROM changes WHERE element = :element AND type = :type AND time = :time
                        AND sequence = :sequence AND EXISTS (
                            SELECT 1 FROM changes WHERE element = :element AND type = :type
                                AND (time, sequence) > (:time, :sequence)
                        )
                    """
            )
            for row in old {
                place = HistoryRow.Place(time: row[0], isChange: true, element: row[1], type: row[2], sequence: row[3])
                try drop.execute(arguments: [
                    "element": place.element, "type": place.type, "time": place.time, "sequence": place.sequence,
                ])
            }
            isDone = old.count < rows
            try database.execute(
                sql: """
                    DELETE FROM summaries WHERE (element, type, start, seconds) IN (
                        SELECT element, type, start, seconds FROM summaries WHERE start + seconds * 1000 <= :end
                            AND start < :end ORDER BY start LIMIT :rows
                    )
                    """,
                arguments: ["end": end, "rows": rows]
            )
            isDone = isDone && database.changesCount < rows
            // The attempts first: which orders go is not known afterwards.
            for table in ["attempts", "orders"] {
                try database.execute(
                    sql: """
                        DELETE FROM \(table) WHERE (number, requested) IN (
                            SELECT number, requested FROM orders INDEXED BY orders_by_time
                            WHERE requested < :end AND stage NOT IN ('requested', 'sent')
                                AND (stage <> 'accepted' OR requested < :accepted)
                                AND number < (SELECT max(number) FROM orders)
                            ORDER BY requested, number LIMIT :rows
                        )
                        """,
                    arguments: ["end": end, "accepted": expiry.acceptedEnd.milliseconds, "rows": rows]
                )
            }
            isDone = isDone && database.changesCount < rows
        }
        expiry.place = place
        return isDone
    }

    /// The oldest time of a change, a summary or an order, not before another time.
    func oldest(from time: Timestamp) throws -> Timestamp? {
        try connection.inDatabase { database in
            let times = try [
                "SELECT min(time) FROM changes WHERE time >= ?", "SELECT min(start) FROM summaries WHERE start >= ?",
                "SELECT min(requested) FROM orders WHERE requested >= ?",
            ].compactMap { try Int64.fetchOne(database, sql: $0, arguments: [time.milliseconds]) }
            return times.min().map(Timestamp.init(stored:))
        }
    }

    /// What the rows take, without the room that is free inside the file.
    func usedBytes() throws -> Int {
        try connection.inDatabase { database in
            func number(_ pragma: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0 }
            return try (number("page_count") - number("freelist_count")) * number("page_size")
        }
    }

    /// Gives free room back to the disk.
    ///
    /// - Returns: true where no more than `keeping` pages are free.
    func giveBack(pages: Int, keeping: Int) throws -> Bool {
        try connection.inDatabase { database in
            let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
            guard free > keeping else { return true }
            try database.execute(sql: "PRAGMA incremental_vacuum(\(pages))")
            // A database that was not made here can't.
            return try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0 >= free
        }
    }
}
