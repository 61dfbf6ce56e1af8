import DomoLanguage
import DomoModel

/// A query for the history of one element.
struct HistoryQuery {
    private let subject: Recall.Subject
    private let span: TimeSpan
    private let after: HistoryRow.Key?
    private let points: Int?

    init(_ subject: Recall.Subject, _ period: Period, _ timeZone: String?, now: Timestamp) throws(Fault) {
        self.subject = subject
        span = try TimeSpan(period, HouseClock(timeZone: timeZone), now: now, defaultLength: .seconds(86_400))
        after = if let cursor = period.after { try HistoryRow.Key(cursor: cursor) } else { nil }
        points = period.points
    }

    func answer(from database: Database) throws -> HistoryPage {
        var page = HistoryPage(
            element: subject.path,
            unit: subject.unit,
            from: span.from,
            to: span.to,
            entries: []
        )
        let find = "SELECT id FROM elements WHERE path = ?"
        guard let element = try database.integer(find, subject.path) else { return page }
        if let points {
            page.entries = try FacetType.allCases.flatMap { type in
                try Buckets(span, count: points, type).entries(of: element, from: database)
            }
            page.entries.sort { $0.time < $1.time }
            return page
        }
        var rows: [HistoryRow] = []
        for type in FacetType.allCases {
            if after == nil, let held = try Self.held(element, type, before: span.from, database) {
                rows.append(held)
            }
            rows += try changes(element, type, database) + summaries(element, type, database)
        }
        rows.sort { $0.key < $1.key }
        var budget = PageBudget()
        var last: HistoryRow?
        for row in rows {
            guard budget.spend(row.entry.size) else {
                page.next = last?.key.cursor
                break
            }
            page.entries.append(row.entry)
            last = row
        }
        return page
    }

    /// The last row before a time: a change, or a summary of an hour or a day that began before.
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
        return change.key < summary.key ? summary : change
    }

    // The limit is one more row than a page, to find out whether there is another page.

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
            span.to.milliseconds,
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
            span.to.milliseconds,
            PageBudget.maxEntries + 1
        ) { HistoryRow(summary: $0) }.compactMap(\.self)
    }

    /// The position in the rows of a type after which this page begins.
    private func begin(_ type: FacetType, isChange: Bool) -> (time: Int64, sequence: Int64) {
        guard let after, after.time >= span.from.milliseconds else { return (span.from.milliseconds, -1) }
        // All rows of the same time before the cursor were on the previous page.
        if (isChange ? 1 : 0, type.number) < (after.isChange ? 1 : 0, after.type) { return (after.time, .max) }
        if isChange == after.isChange, type.number == after.type { return (after.time, after.sequence) }
        return (after.time, -1)
    }
}
