import DomoLanguage
import DomoModel

/// A query for the log of the house: events, changes and failed orders, the newest first.
struct HouseLogQuery {
    /// Where an entry is stored. Of equal times, the later ones come first.
    fileprivate enum Source: Int, CaseIterable {
        case order, change, event
    }

    /// Sorts by time, source and the key in the source.
    fileprivate struct Key: Comparable {
        var time: Int64
        var source: Int
        /// The ID of an event; element, type and sequence of a change; the number of an order.
        var rest: [Int64]

        static func < (one: Key, other: Key) -> Bool {
            if (one.time, one.source) != (other.time, other.source) {
                return (one.time, one.source) < (other.time, other.source)
            }
            return one.rest.lexicographicallyPrecedes(other.rest)
        }

        var cursor: String { ([time, Int64(source)] + rest).map(String.init).joined(separator: ".") }

        init(time: Int64, _ source: Source, _ rest: Int64...) {
            (self.time, self.source, self.rest) = (time, source.rawValue, rest)
        }

        /// - Throws: `bad-request` for an invalid cursor.
        init(cursor: String) throws(Fault) {
            let parts = cursor.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
            let numbers = parts.compactMap(\.self)
            guard numbers.count == parts.count, numbers.count >= 3,
                let source = Int(exactly: numbers[1]).flatMap(Source.init(rawValue:)),
                numbers.count == (source == .change ? 5 : 3)
            else {
                throw Fault(
                    .badRequest,
                    "invalid cursor \"\(cursor.prefix(80))\"",
                    hint: "set --before to the \"next\" of the previous answer to the same request"
                )
            }
            (time, self.source, rest) = (numbers[0], source.rawValue, Array(numbers[2...]))
        }
    }

    private typealias Found = (key: Key, entry: HouseLogEntry)

    private let last: Int
    private let kinds: Set<HouseLogEntry.Kind>
    private let before: Key?
    private let since: Int64
    private let until: Int64
    private let about: String?
    /// Full paths in JSON; nil for all.
    private let places: String?

    init(
        _ question: HouseLogQuestion,
        about: String?,
        within places: [String]?,
        _ clock: HouseClock,
        now: Timestamp
    ) throws(Fault) {
        last = question.last
        kinds = Set(question.kinds.isEmpty ? HouseLogEntry.Kind.allCases : question.kinds)
        before = if let cursor = question.before { try Key(cursor: cursor) } else { nil }
        since = question.since.map { clock.moment($0, now: now).milliseconds } ?? .min
        until = question.until.map { clock.moment($0, now: now).milliseconds } ?? .max
        self.about = about
        self.places = places.map(jsonArray)
    }

    func answer(from database: Database) throws -> HouseLog {
        var found: [Found] = []
        for source in Source.allCases {
            switch source {
            case .order: found += try orders(database)
            case .change: found += try changes(database)
            case .event: found += try events(database)
            }
        }
        found.sort { $0.key > $1.key }
        var log = HouseLog(entries: [])
        var budget = PageBudget()
        var end: Key?
        for (key, entry) in found {
            guard log.entries.count < last, budget.spend(entry.size) else {
                log.next = end?.cursor
                break
            }
            end = key
            // Facets of one element that changed together are one entry.
            if let previous = log.entries.last, previous.isChange, entry.isChange, previous.element == entry.element,
                previous.time == entry.time
            {
                if entry.speaksFor(previous) { log.entries[log.entries.count - 1] = entry }
            } else {
                log.entries.append(entry)
            }
        }
        return log
    }

    // MARK: - Sources

    // The limit is one more than a page, to find out whether there is another page; four times that for changes, because some
    // become one entry.

    private func events(_ database: Database) throws -> [Found] {
        let wanted = kinds.filter(\.isEvent)
        // Somebody limited to places need not know the links of the house.
        let shown = places == nil ? wanted : wanted.filter { $0 != .linkLost && $0 != .linkBack && $0 != .started }
        guard !shown.isEmpty else { return [] }
        let end = end(.event)
        return try database.all(
            """
            SELECT \(HouseLogEntry.eventColumns) FROM events INDEXED BY events_by_time
            LEFT JOIN causes ON causes.id = cause
            WHERE (time, events.id) < (?1, ?2) AND time >= ?3 AND time <= ?4 AND events.kind IN (\(Self.list(shown)))
                AND (?5 IS NULL OR EXISTS (
                    SELECT 1 FROM json_each(places) AS place WHERE \(Self.holds("?5", "place.value"))
                        OR \(Self.holds("place.value", "?5"))
                ))
                AND (?6 IS NULL OR places IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM json_each(places) AS place WHERE NOT EXISTS (
                        SELECT 1 FROM json_each(?6) AS seen WHERE \(Self.holds("seen.value", "place.value"))
                    )
                ))
            ORDER BY time DESC, events.id DESC LIMIT ?7
            """,
            end.time,
            end.rest[0],
            since,
            until,
            about,
            places,
            last + 1
        ) { row -> Found? in
            HouseLogEntry(event: row).map { (key: Key(time: row[2], .event, row[0]), entry: $0) }
        }.compactMap(\.self)
    }

    private func changes(_ database: Database) throws -> [Found] {
        guard !kinds.isDisjoint(with: [.change, .ordered]) else { return [] }
        let kindsAtHouse = [Cause.Kind.house, .bus, .hook]
        let atHouse = "causes.kind IN (\(kindsAtHouse.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
        let end = end(.change)
        return try database.all(
            """
            SELECT \(HistoryRow.changeColumns), path FROM changes INDEXED BY changes_shown
            CROSS JOIN elements ON elements.id = changes.element CROSS JOIN causes ON causes.id = cause
            WHERE certainty > 0 AND (type <> 4 OR number IS NULL)
                AND (time, changes.element, type, sequence) < (?1, ?2, ?3, ?4) AND time >= ?5 AND time <= ?6
                \(kinds.contains(.ordered) ? "" : "AND \(atHouse)")
                \(kinds.contains(.change) ? "" : "AND NOT \(atHouse)")
                AND (?7 IS NULL OR \(Self.holds("?7", "elements.path")))
                AND (?8 IS NULL OR \(Self.isSeen(in: "?8")))
            ORDER BY time DESC, changes.element DESC, type DESC, sequence DESC LIMIT ?9
            """,
            end.time,
            end.rest[0],
            end.rest[1],
            end.rest[2],
            since,
            until,
            about,
            places,
            4 * last + 4
        ) { row -> Found? in
            guard let row = HistoryRow(change: row).map({ ($0, path: row[9] as String) }) else { return nil }
            let (change, path) = row
            let isAtHouse = kindsAtHouse.contains(change.entry.by.kind)
            var entry = HouseLogEntry(isAtHouse ? .change : .ordered, at: change.entry.time, by: change.entry.by)
            entry.element = path
            entry.type = change.entry.type
            entry.value = change.entry.value
            entry.certainty = change.entry.certainty
            let key = change.key
            return (key: Key(time: key.time, .change, key.element, Int64(key.type), key.sequence), entry: entry)
        }.compactMap(\.self)
    }

    private func orders(_ database: Database) throws -> [Found] {
        guard kinds.contains(.failedOrder) else { return [] }
        let end = end(.order)
        return try database.all(
            """
            SELECT \(OrderRecord.columns) FROM orders INDEXED BY orders_failed
            CROSS JOIN elements ON elements.id = element CROSS JOIN causes ON causes.id = cause
            WHERE (\(Schema.failed))
                AND (requested, number) < (?1, ?2) AND requested >= ?3 AND requested <= ?4
                AND (?5 IS NULL OR \(Self.holds("?5", "elements.path")))
                AND (?6 IS NULL OR \(Self.isSeen(in: "?6")))
            ORDER BY requested DESC, number DESC LIMIT ?7
            """,
            end.time,
            end.rest[0],
            since,
            until,
            about,
            places,
            last + 1
        ) { row in
            let order = try OrderRecord(row: row, from: database)
            var entry = HouseLogEntry(.failedOrder, at: order.requested, by: order.by, message: order.problem)
            (entry.element, entry.type, entry.value) = (order.element, order.type, order.action)
            (entry.order, entry.stage) = (order.id, order.stage)
            return (key: Key(time: row[1], .order, row[0]), entry: entry)
        }
    }

    /// The key in a source before which this page begins.
    private func end(_ source: Source) -> Key {
        let most: [Int64] = Array(repeating: .max, count: source == .change ? 3 : 1)
        guard let before else { return Key(time: .max, source: source, most) }
        if before.source == source.rawValue { return before }
        // Of the same time, later sources are on earlier pages.
        let none: [Int64] = Array(repeating: .min, count: most.count)
        return Key(time: before.time, source: source, source.rawValue < before.source ? most : none)
    }

    // MARK: - SQL

    /// Of a closed list.
    private static func list(_ kinds: Set<HouseLogEntry.Kind>) -> String {
        kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    }

    /// Whether a path is a place or is in it.
    static func holds(_ place: String, _ path: String) -> String {
        "(\(path) = \(place) OR substr(\(path), 1, length(\(place)) + 1) = \(place) || '/')"
    }

    /// Whether the path of the element is in one of the places. `json_each` has a column `path` too.
    static func isSeen(in places: String) -> String {
        "EXISTS (SELECT 1 FROM json_each(\(places)) AS seen WHERE \(holds("seen.value", "elements.path")))"
    }
}

extension HouseLogQuery.Key {
    fileprivate init(time: Int64, source: HouseLogQuery.Source, _ rest: [Int64]) {
        self.init(time: time, source)
        self.rest = rest
    }
}

extension HouseLogEntry {
    fileprivate var isChange: Bool { kind == .change || kind == .ordered }

    /// Whether it says what the other one of the same element and moment says, and more: `80 %` and `on`, `up` and
    /// `0 %`, but not `0 %` and `off`.
    fileprivate func speaksFor(_ other: HouseLogEntry) -> Bool {
        func weight(_ entry: HouseLogEntry) -> Int {
            switch entry.type.flatMap({ FacetType(word: $0) }) {
            case .bidirectional: 3
            case .regulable: entry.value == "0" ? 0 : 2
            case .binary: 1
            default: 2
            }
        }
        return weight(self) > weight(other)
    }
}
