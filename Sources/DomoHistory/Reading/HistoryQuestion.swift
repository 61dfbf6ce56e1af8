import DomoLanguage
import DomoModel

/// What one element was.
struct HistoryQuestion {
    private let subject: Recall.Subject
    private let stretch: Stretch
    private let after: HistoryRow.Place?
    private let points: Int?

    init(_ subject: Recall.Subject, _ period: Period, _ timeZone: String?, now: Timestamp) throws(Fault) {
        self.subject = subject
        stretch = try Stretch(period, HouseClock(timeZone: timeZone), now: now, usual: .seconds(86_400))
        after = if let cursor = period.after { try HistoryRow.Place(cursor: cursor) } else { nil }
        points = period.points
    }

    func answer(from database: Database) throws -> HistoryPage {
        var page = HistoryPage(
            element: subject.path,
            unit: subject.unit,
            from: stretch.from,
            to: stretch.to,
            entries: []
        )
        let find = "SELECT id FROM elements WHERE path = ?"
        guard let element = try database.integer(find, subject.path) else { return page }
        if let points {
            page.entries = try FacetType.allCases.flatMap { type in
                try Buckets(stretch, count: points, type).entries(of: element, from: database)
            }
            page.entries.sort { $0.time < $1.time }
            return page
        }
        var rows: [HistoryRow] = []
        for type in FacetType.allCases {
            if after == nil, let held = try Self.held(element, type, before: stretch.from, database) {
                rows.append(held)
            }
            rows += try changes(element, type, database) + summaries(element, type, database)
        }
        rows.sort { $0.place < $1.place }
        var budget = PageBudget()
        var last: HistoryRow?
        for row in rows {
            guard budget.take(row.entry.size) else {
                page.next = last?.place.cursor
                break
            }
            page.entries.append(row.entry)
            last = row
        }
        return page
    }

    /// The last that was known before a time: a change, or a summary of an hour or a day that began before.
    static func held(
        _ element: Int64,
        _ type: FacetType,
        before time: Timestamp,
        _ database: Database
    ) throws -> HistoryRow? {
        let change =
            try database.first(
                """
                SELECT \(HistoryRow.changeColumns) FROM changes JOIN causes ON causes.id = cause
                WHERE changes.element = ? AND type = ? AND time < ? ORDER BY time DESC, sequence DESC LIMIT 1
                """,
                element,
                type.number,
                time.milliseconds
            ) { HistoryRow(change: $0) } ?? nil
        let summary =
            try database.first(
                """
                SELECT \(HistoryRow.summaryColumns) FROM summaries JOIN causes ON causes.id = cause
                WHERE summaries.element = ? AND type = ? AND start < ? ORDER BY start DESC, seconds DESC LIMIT 1
                """,
                element,
                type.number,
                time.milliseconds
            ) { HistoryRow(summary: $0) } ?? nil
        guard let change, let summary else { return change ?? summary }
        return change.place < summary.place ? summary : change
    }

    // A row more than a page holds tells that there is another page.

    private func changes(_ element: Int64, _ type: FacetType, _ database: Database) throws -> [HistoryRow] {
        let start = begin(type, isChange: true)
        return try database.all(
            """
            SELECT \(HistoryRow.changeColumns) FROM changes JOIN causes ON causes.id = cause
            WHERE changes.element = ? AND type = ? AND (time, sequence) > (?, ?) AND time <= ?
            ORDER BY time, sequence LIMIT ?
            """,
            element,
            type.number,
            start.time,
            start.sequence,
            stretch.to.milliseconds,
            PageBudget.maxEntries + 1
        ) { HistoryRow(change: $0) }.compactMap(\.self)
    }

    private func summaries(_ element: Int64, _ type: FacetType, _ database: Database) throws -> [HistoryRow] {
        let start = begin(type, isChange: false)
        return try database.all(
            """
            SELECT \(HistoryRow.summaryColumns) FROM summaries JOIN causes ON causes.id = cause
            WHERE summaries.element = ? AND type = ? AND (start, seconds) > (?, ?) AND start <= ?
            ORDER BY start, seconds LIMIT ?
            """,
            element,
            type.number,
            start.time,
            start.sequence,
            stretch.to.milliseconds,
            PageBudget.maxEntries + 1
        ) { HistoryRow(summary: $0) }.compactMap(\.self)
    }

    /// The place in a type's rows behind which this page begins.
    private func begin(_ type: FacetType, isChange: Bool) -> (time: Int64, sequence: Int64) {
        guard let after, after.time >= stretch.from.milliseconds else { return (stretch.from.milliseconds, -1) }
        // Everything of the same time that stands before the cursor was told.
        if (isChange ? 1 : 0, type.number) < (after.isChange ? 1 : 0, after.type) { return (after.time, .max) }
        if isChange == after.isChange, type.number == after.type { return (after.time, after.sequence) }
        return (after.time, -1)
    }
}
