import DomoLanguage
import DomoModel

/// A query for the records of all elements after a cursor, in the order of writing.
struct RecordsQuery {
    private enum From {
        case start, now
        case position(Int64, database: String)
    }

    /// How many positions a page covers at most, so that no page takes long.
    private static let maxPositions: Int64 = 100_000

    private let from: From
    private let about: String?
    /// Full paths in JSON; nil for all.
    private let places: String?

    /// - Throws: `bad-request` for an invalid cursor.
    init(_ cursor: String, about: String?, within places: [String]?) throws(Fault) {
        self.about = about
        self.places = places.map(jsonArray)
        switch cursor {
        case RecordsQuestion.start: from = .start
        case RecordsQuestion.now: from = .now
        default:
            let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].count == 16, let position = Int64(parts[1]), position >= 0 else {
                throw Fault(
                    .badRequest,
                    "invalid cursor \"\(cursor.prefix(80))\"",
                    hint: "set --from to the \"next\" of an earlier answer, to \(RecordsQuestion.start), or to "
                        + RecordsQuestion.now
                )
            }
            from = .position(position, database: String(parts[0]))
        }
    }

    func answer(from database: Database) throws -> RecordsPage {
        let journal = try database.first("SELECT database, last FROM journal") { ($0[0] as String, $0[1] as Int64) }
        guard let (id, last) = journal else { throw Problem.otherParts(nil) }
        var page = RecordsPage(database: id)
        var after: Int64
        switch from {
        case .start: after = -1
        case .now: after = last
        case .position(let position, let other):
            guard other == id else {
                throw Fault(
                    .otherDatabase,
                    "the cursor belongs to another database (\(other)); the present one is \(id)",
                    hint: "the database was replaced or restored: read everything again, with --from start"
                )
            }
            after = position
        }
        let begin = after
        if let first = try Self.firstPosition(after: after, database) {
            let end = min(last, first.addingReportingOverflow(Self.maxPositions).partialValue)
            after = try addRecords(after: after, upTo: max(end, first), to: &page, database)
            page.more = try Self.firstPosition(after: after, database) != nil
        }
        if !page.more { after = max(after, last) }
        page.holes = try holes(after: begin, upTo: after, database)
        page.next = "\(id).\(after)"
        return page
    }

    private static let tables = [("changes", "written"), ("orders", "written"), ("events", "id")]

    /// There may be large gaps between positions.
    private static func firstPosition(after position: Int64, _ database: Database) throws -> Int64? {
        try tables.compactMap { table, column in
            try database.integer("SELECT min(\(column)) FROM \(table) WHERE \(column) > ?", position)
        }.min()
    }

    private typealias Found = (position: Int64, record: RecordsPage.Record, size: Int)

    /// - Returns: the position up to which everything is on the page.
    private func addRecords(
        after: Int64,
        upTo end: Int64,
        to page: inout RecordsPage,
        _ database: Database
    ) throws -> Int64 {
        var found: [Found] = []
        found += try changes(after, end, database)
        found += try orders(after, end, database)
        found += try events(after, end, database)
        found.sort { $0.position < $1.position }
        var budget = PageBudget()
        var done = after
        for (position, record, size) in found {
            guard budget.spend(size) else { return done }
            page.records.append(record)
            done = position
        }
        return end
    }

    private static let limit = PageBudget.maxEntries + 1

    private var isShown: String {
        "(?3 IS NULL OR \(HouseLogQuery.holds("?3", "elements.path"))) AND (?4 IS NULL OR \(HouseLogQuery.isSeen(in: "?4")))"
    }

    private func changes(_ after: Int64, _ end: Int64, _ database: Database) throws -> [Found] {
        try database.all(
            """
            SELECT \(HistoryRow.changeColumns), path, written FROM changes INDEXED BY changes_by_writing
            CROSS JOIN elements ON elements.id = changes.element CROSS JOIN causes ON causes.id = cause
            WHERE written > ?1 AND written <= ?2 AND \(isShown) ORDER BY written LIMIT \(Self.limit)
            """,
            after,
            end,
            about,
            places
        ) { row -> Found? in
            guard let change = HistoryRow(change: row) else { return nil }
            let path: String = row[9]
            let record = RecordsPage.Record(element: path, reading: change.entry)
            return (position: row[10], record: record, size: change.entry.size + jsonLength(path))
        }.compactMap(\.self)
    }

    private func orders(_ after: Int64, _ end: Int64, _ database: Database) throws -> [Found] {
        try database.all(
            """
            SELECT \(OrderRecord.columns), written FROM orders INDEXED BY orders_by_writing
            CROSS JOIN elements ON elements.id = element CROSS JOIN causes ON causes.id = cause
            WHERE written > ?1 AND written <= ?2 AND \(isShown) ORDER BY written LIMIT \(Self.limit)
            """,
            after,
            end,
            about,
            places
        ) { row in
            let order = try OrderRecord(row: row, from: database)
            let record = RecordsPage.Record(element: order.element, order: order)
            return (position: row[16], record: record, size: order.size)
        }
    }

    private func events(_ after: Int64, _ end: Int64, _ database: Database) throws -> [Found] {
        try database.all(
            """
            SELECT \(HouseLogEntry.eventColumns) FROM events LEFT JOIN causes ON causes.id = cause
            WHERE events.id > ?1 AND events.id <= ?2
                AND (?3 IS NULL OR EXISTS (
                    SELECT 1 FROM json_each(places) AS place WHERE \(HouseLogQuery.holds("?3", "place.value"))
                        OR \(HouseLogQuery.holds("place.value", "?3"))
                ))
                AND (?4 IS NULL OR places IS NOT NULL AND events.kind NOT IN ('link-lost', 'link-back')
                    AND NOT EXISTS (
                        SELECT 1 FROM json_each(places) AS place WHERE NOT EXISTS (
                            SELECT 1 FROM json_each(?4) AS seen WHERE \(HouseLogQuery.holds("seen.value", "place.value"))
                        )
                    ))
            ORDER BY events.id LIMIT \(Self.limit)
            """,
            after,
            end,
            about,
            places
        ) { row -> Found? in
            HouseLogEntry(event: row).map { (position: row[0], record: RecordsPage.Record(event: $0), size: $0.size) }
        }.compactMap(\.self)
    }

    /// What was after the cursor, and is not there.
    private func holes(after: Int64, upTo end: Int64, _ database: Database) throws -> [RecordsPage.Hole] {
        let isOfMany = about == nil && places == nil
        return try database.all(
            """
            SELECT path, part, reason, min(since), max(until), sum(records) FROM holes
            LEFT JOIN elements ON elements.id = element
            WHERE last > ?1 AND first <= ?2 AND (element = 0 AND \(isOfMany ? "1" : "0") OR element > 0 AND \(isShown))
            GROUP BY element, part, reason ORDER BY min(since) LIMIT \(Self.limit)
            """,
            after,
            end,
            about,
            places
        ) { row in
            let part: Int = row[1]
            let reason: Int = row[2]
            return RecordsPage.Hole(
                element: row[0],
                part: part == 0 ? .readings : part == 1 ? .orders : .events,
                reason: reason == 0 ? .removed : .lost,
                from: Timestamp(stored: row[3]),
                to: Timestamp(stored: row[4]),
                records: row[5]
            )
        }
    }
}
