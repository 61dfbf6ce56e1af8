import DomoLanguage
import DomoModel
import GRDB

extension OrderList {
    /// - Parameters:
    ///   - element: a whole path; nil for all.
    ///   - places: the whole paths of places and elements, what the places hold is meant as well; nil for all.
    init(from database: Database, element: String?, within places: [String]? = nil, last: Int) throws {
        var conditions: [String] = []
        var arguments: [any DatabaseValueConvertible] = []
        if let element {
            conditions.append("path = ?")
            arguments.append(element)
        }
        if let places {
            // As one argument: there may be thousands.
            conditions.append(
                """
                elements.id IN (SELECT id FROM elements WHERE EXISTS (SELECT 1 FROM json_each(?) AS place
                WHERE elements.path = place.value
                OR substr(elements.path, 1, length(place.value) + 1) = place.value || '/'))
                """
            )
            var json = JSONWriter()
            json.array(places) { $0.string($1) }
            arguments.append(String(decoding: json.bytes, as: UTF8.self))
        }
        arguments.append(last)
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(OrderRecord.columns) FROM orders JOIN elements ON elements.id = element
                JOIN causes ON causes.id = cause
                \(conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))")
                ORDER BY requested DESC, number DESC LIMIT ?
                """,
            arguments: StatementArguments(arguments)
        )
        self.init(orders: [])
        while let row = try rows.next() { orders.append(try OrderRecord(row: row, from: database)) }
    }
}
