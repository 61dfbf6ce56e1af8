import DomoLanguage
import DomoModel

/// Part of what is stored of an element: at the size limit the largest of them loses its oldest records, so that one
/// element, or one who gives orders without end, does not displace the records of all others.
struct RecordShare: Hashable {
    enum Part: Int {
        case changes, orders
    }

    var element: Int64
    var part: Part
}

/// What could be deleted of a share.
enum Shedding {
    case some, nothing
    /// Its orders may still be confirmed. They are deleted later, rather than the records of others now.
    case later
}

extension Store {
    /// The share that takes the most room, except those.
    func largestShare(except others: Set<RecordShare>) throws -> RecordShare? {
        let rows = try database.rows("SELECT element, part FROM sizes WHERE bytes > 0 ORDER BY bytes DESC")
        while let row = try rows.next() {
            guard let part = RecordShare.Part(rawValue: row[1]) else { continue }
            let share = RecordShare(element: row[0], part: part)
            if !others.contains(share) { return share }
        }
        return nil
    }

    /// Deletes about `rows` of the oldest records of a share, except the newest change of each series, orders that are
    /// not over, and the order with the highest number.
    func shed(_ share: RecordShare, rows: Int, now: Timestamp) throws -> Shedding {
        let before = database.totalChanges
        try transaction { database in
            switch share.part {
            case .changes: try shedChanges(of: share.element, rows: rows, database)
            case .orders:
                let oldest = """
                    SELECT number, requested FROM orders INDEXED BY orders_by_element
                    WHERE element = ?2 AND \(OrderRecord.isDeletable) ORDER BY requested LIMIT ?3
                    """
                // The attempts first, while the orders still exist.
                for table in ["attempts", "orders"] {
                    try database.run(
                        "DELETE FROM \(table) WHERE (number, requested) IN (\(oldest))",
                        OrderRecord.acceptedEnd(now: now).milliseconds,
                        share.element,
                        rows
                    )
                }
            }
        }
        if database.totalChanges > before { return .some }
        let recent = "SELECT 1 FROM orders WHERE element = ? AND stage = 'accepted' AND reached >= ? LIMIT 1"
        let end = OrderRecord.acceptedEnd(now: now).milliseconds
        guard share.part == .orders, try database.integer(recent, share.element, end) != nil else { return .nothing }
        return .later
    }

    private func shedChanges(of element: Int64, rows: Int, _ database: Database) throws {
        // The oldest rows of each series, by the primary keys.
        let (changes, summaries) = (
            "SELECT time FROM changes WHERE element = ? AND type = ? ORDER BY time LIMIT ?",
            "SELECT start FROM summaries WHERE element = ? AND type = ? ORDER BY start LIMIT ?"
        )
        var times: [Int64] = []
        for type in FacetType.allCases {
            for oldest in [changes, summaries] {
                times += try database.all(oldest, element, type.number, rows) { $0[0] as Int64 }
            }
        }
        times.sort()
        guard let end = times.prefix(rows).last else { return }
        for type in FacetType.allCases {
            try database.run(
                """
                DELETE FROM changes WHERE element = ?1 AND type = ?2 AND time <= ?3 AND (time, sequence) < (
                    SELECT time, sequence FROM changes WHERE element = ?1 AND type = ?2
                    ORDER BY time DESC, sequence DESC LIMIT 1
                )
                """,
                element,
                type.number,
                end
            )
            try database.run(
                "DELETE FROM summaries WHERE element = ? AND type = ? AND start <= ?",
                element,
                type.number,
                end
            )
        }
    }
}
