import DomoLanguage
import DomoModel
import GRDB

extension OrderList {
    /// - Parameter element: a whole path; nil for all.
    init(from database: Database, element: String?, last: Int) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(OrderRecord.columns) FROM orders JOIN elements ON elements.id = element
                JOIN causes ON causes.id = cause \(element == nil ? "" : "WHERE path = :element")
                ORDER BY requested DESC, number DESC LIMIT :last
                """,
            arguments: element.map { ["element": $0, "last": last] } ?? ["last": last]
        )
        self.init(orders: [])
        while let row = try rows.next() { orders.append(try OrderRecord(row: row, from: database)) }
    }
}
