import DomoLanguage
import DomoModel

extension OrderList {
    /// - Parameters:
    ///   - element: a whole path; nil for all.
    ///   - places: the whole paths of places and elements, what the places hold is meant as well; nil for all.
    init(from database: Database, element: String?, within places: [String]? = nil, last: Int) throws {
        var conditions: [String] = []
        if element != nil { conditions.append("path = ?1") }
        if places != nil {
            // As one value: there may be thousands.
            conditions.append(
                """
                elements.id IN (SELECT id FROM elements WHERE EXISTS (SELECT 1 FROM json_each(?2) AS place
                WHERE elements.path = place.value
                OR substr(elements.path, 1, length(place.value) + 1) = place.value || '/'))
                """
            )
        }
        let list = places.map { places in
            var json = JSONWriter()
            json.array(places) { $0.string($1) }
            return String(decoding: json.bytes, as: UTF8.self)
        }
        let rows = try database.rows(
            """
            SELECT \(OrderRecord.columns) FROM orders JOIN elements ON elements.id = element
            JOIN causes ON causes.id = cause
            \(conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))")
            ORDER BY requested DESC, number DESC LIMIT ?3
            """,
            element,
            list,
            last
        )
        self.init(orders: [])
        while let row = try rows.next() { orders.append(try OrderRecord(row: row, from: database)) }
    }
}
