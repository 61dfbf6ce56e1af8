import DomoLanguage
import DomoModel

// The order of writing over all records.

extension Store {
    /// How many rows of `holes` are kept, each for up to 4096 records of an element; the oldest are merged.
    static let maxHoles = 20_000

    /// Begins the positions of this opening above all that may have been used: records that a power cut took away were
    /// perhaps read before, so that their positions are not used again. Nothing is written: a full disk can be read.
    func beginPositions(at now: Timestamp) throws {
        var last: Int64 = 0
        for query in [
            "last FROM journal", "max(written) FROM changes", "max(written) FROM orders", "max(id) FROM events",
        ] {
            last = max(last, try database.integer("SELECT " + query) ?? 0)
        }
        let (ahead, byTime) = (
            last.clamped(to: 0...OrderRecord.maxNumber) + 1 << 20, now.milliseconds.clamped(to: 0...1 << 50) &* 1000
        )
        lastPosition = max(ahead, byTime)
    }

    func nextPosition() throws -> Int64 {
        lastPosition &+= 1
        positionsChanged = true
        return lastPosition
    }

    /// A database that replaces another has the positions of that one for other records: it gets an ID of its own.
    func renewID() throws {
        try transaction { database in try database.run("UPDATE journal SET database = lower(hex(randomblob(8)))") }
    }

    /// Notes records that could not be written and were dropped.
    ///
    /// - Parameter element: nil if they were of many elements.
    func noteLost(_ loss: Losses.Loss, of element: String?, _ part: Losses.Part) throws {
        let position = try nextPosition()
        try database.run(
            """
            INSERT INTO holes VALUES (?1, ?2, 1, ?3 >> 12, ?3, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET last = excluded.last, since = min(since, excluded.since),
                until = max(until, excluded.until), records = records + excluded.records
            """,
            try element.map { try id(ofElement: $0) } ?? 0,
            part.rawValue,
            position,
            loss.from.milliseconds,
            loss.to.milliseconds,
            loss.records
        )
    }

    /// Merges the oldest holes of each element.
    func mergeHoles() throws {
        let count = try database.integer("SELECT count(*) FROM holes") ?? 0
        guard count > Self.maxHoles else { return }
        let middle = try database.integer(
            "SELECT block FROM holes ORDER BY block LIMIT 1 OFFSET ?",
            Int(count) - Self.maxHoles / 2
        )
        guard let middle, middle >= 0 else { return }
        try database.run(
            """
            INSERT OR REPLACE INTO holes
                SELECT element, part, reason, -1, min(first), max(last), min(since), max(until), sum(records)
                FROM holes WHERE block <= ? GROUP BY element, part, reason
            """,
            middle
        )
        try database.run("DELETE FROM holes WHERE block >= 0 AND block <= ?", middle)
    }

    /// Marks the orders of a previous run of the daemon that have no end as failed.
    func endUnfinishedOrders(at now: Timestamp) throws {
        let orders = try database.all(
            "SELECT number, requested FROM orders WHERE stage IN ('requested', 'sent')"
        ) { ($0[0] as Int64, $0[1] as Int64) }
        guard !orders.isEmpty else { return }
        try transaction { database in
            for (number, requested) in orders {
                try database.run(
                    "UPDATE orders SET written = ? WHERE number = ? AND requested = ?",
                    try nextPosition(),
                    number,
                    requested
                )
            }
            try Self.endUnfinishedOrders(in: database, at: now)
        }
    }
}
