import DomoLanguage
import DomoModel

extension WhyReport {
    /// Returns a copy with the stored orders and changes.
    ///
    /// - Parameter elements: the full paths of the element and of those that are the same device.
    func completed(from database: Database, elements: [String]) throws -> WhyReport {
        var report = self
        report.orders = try OrderList(from: database, elements: elements, last: Self.maxOrders).orders
        report.changes = try Self.changes(of: element.path, from: database)
        return report
    }

    /// The newest first.
    private static func changes(of path: String, from database: Database) throws -> [HistoryEntry] {
        guard let element = try database.integer("SELECT id FROM elements WHERE path = ?", path) else { return [] }
        let rows = try FacetType.allCases.flatMap { type in
            try database.all(
                """
                SELECT \(HistoryRow.changeColumns) FROM changes JOIN causes ON causes.id = cause
                WHERE changes.element = ? AND type = ? ORDER BY time DESC, sequence DESC LIMIT ?
                """,
                element,
                type.number,
                maxChanges
            ) { HistoryRow(change: $0) }.compactMap(\.self)
        }
        return rows.sorted { $0.key > $1.key }.prefix(maxChanges).map(\.entry)
    }
}
