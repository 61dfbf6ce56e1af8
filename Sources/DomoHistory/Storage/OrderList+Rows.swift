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
            let each = places.map { place in
                arguments += [place, "\(place)/", "\(place)/"]
                return "path = ? OR substr(path, 1, length(?)) = ?"
            }
            conditions.append("(\(each.isEmpty ? "FALSE" : each.joined(separator: " OR ")))")
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
