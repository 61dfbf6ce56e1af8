import DomoLanguage
import DomoModel

/// A query for all records, the oldest first: readings, then orders.
struct ExportQuery {
    private enum Start {
        case readings(after: HistoryRow.Key?)
        case orders(afterRequested: Int64, number: Int64)
    }

    private let span: TimeSpan
    private let start: Start

    init(_ period: Period, _ timeZone: String?, now: Timestamp) throws(Fault) {
        span = try TimeSpan(period, HouseClock(timeZone: timeZone), now: now, defaultLength: nil)
        guard let cursor = period.after else {
            start = .readings(after: nil)
            return
        }
        switch cursor.first {
        case "r": start = .readings(after: try HistoryRow.Key(cursor: String(cursor.dropFirst())))
        case "o":
            let parts = cursor.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
            guard parts.count == 2, let requested = parts[0], let number = parts[1] else {
                throw Fault.badCursor(cursor)
            }
            start = .orders(afterRequested: requested, number: number)
        default: throw Fault.badCursor(cursor)
        }
    }

    func answer(from database: Database) throws -> ExportPage {
        var page = ExportPage(records: [])
        var budget = PageBudget()
        var next = (requested: span.from.milliseconds, number: Int64.min)
        switch start {
        case .readings(let after):
            try addReadings(behind: after, to: &page, &budget, database)
            if page.next != nil { return page }
        case .orders(let requested, let number): next = (requested, number)
        }
        try addOrders(behind: next, to: &page, &budget, database)
        return page
    }

    private func addReadings(
        behind after: HistoryRow.Key?,
        to page: inout ExportPage,
        _ budget: inout PageBudget,
        _ database: Database
    ) throws {
        let rows = try (summaries(behind: after, database) + changes(behind: after, database))
            .sorted { $0.row.key < $1.row.key }
        var last: HistoryRow.Key?
        for (row, path) in rows {
            guard budget.spend(row.entry.size + jsonLength(path)) else {
                page.next = last.map { "r" + $0.cursor }
                return
            }
            page.records.append(ExportPage.Record(element: path, reading: row.entry))
            last = row.key
        }
    }

    private func changes(
        behind after: HistoryRow.Key?,
        _ database: Database
    ) throws -> [(row: HistoryRow, path: String)] {
        let key = after ?? first
        let behind = key.isChange ? key : HistoryRow.Key(time: key.time, isChange: true)
        return try database.all(
            """
            SELECT \(HistoryRow.changeColumns), path FROM changes INDEXED BY changes_by_time
            CROSS JOIN elements ON elements.id = changes.element CROSS JOIN causes ON causes.id = cause
            WHERE (time, changes.element, type, sequence) > (?, ?, ?, ?) AND time <= ?
            ORDER BY time, changes.element, type, sequence LIMIT ?
            """,
            behind.time,
            behind.element,
            behind.type,
            behind.sequence,
            span.to.milliseconds,
            PageBudget.maxEntries + 1
        ) { row in HistoryRow(change: row).map { ($0, row[9]) } }.compactMap(\.self)
    }

    private func summaries(
        behind after: HistoryRow.Key?,
        _ database: Database
    ) throws -> [(row: HistoryRow, path: String)] {
        // After a change there are no more summaries with the same time.
        var behind = after ?? first
        if behind.isChange { behind = HistoryRow.Key(time: behind.time + 1, isChange: false) }
        return try database.all(
            """
            SELECT \(HistoryRow.summaryColumns), path FROM summaries INDEXED BY summaries_by_start
            CROSS JOIN elements ON elements.id = summaries.element CROSS JOIN causes ON causes.id = cause
            WHERE (start, summaries.element, type, seconds) > (?, ?, ?, ?) AND start <= ?
            ORDER BY start, summaries.element, type, seconds LIMIT ?
            """,
            behind.time,
            behind.element,
            behind.type,
            behind.sequence,
            span.to.milliseconds,
            PageBudget.maxEntries + 1
        ) { row in HistoryRow(summary: row).map { ($0, row[13]) } }.compactMap(\.self)
    }

    private func addOrders(
        behind key: (requested: Int64, number: Int64),
        to page: inout ExportPage,
        _ budget: inout PageBudget,
        _ database: Database
    ) throws {
        let rows = try database.rows(
            """
            SELECT \(OrderRecord.columns) FROM orders INDEXED BY orders_by_time
            CROSS JOIN elements ON elements.id = element CROSS JOIN causes ON causes.id = cause
            WHERE (requested, number) > (?, ?) AND requested <= ? ORDER BY requested, number LIMIT ?
            """,
            key.requested,
            key.number,
            span.to.milliseconds,
            PageBudget.maxEntries + 1
        )
        var last = key
        while let row = try rows.next() {
            let order = try OrderRecord(row: row, from: database)
            guard budget.spend(order.size) else {
                page.next = "o\(last.requested).\(last.number)"
                return
            }
            page.records.append(ExportPage.Record(order: order))
            last = (order.requested.milliseconds, Int64(clamping: order.id))
        }
    }

    private var first: HistoryRow.Key { HistoryRow.Key(time: span.from.milliseconds, isChange: false) }
}

extension HistoryRow.Key {
    /// The lowest key of a time and kind.
    init(time: Int64, isChange: Bool) {
        self.init(time: time, isChange: isChange, element: .min, type: 0, sequence: .min)
    }
}
