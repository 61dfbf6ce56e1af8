import DomoLanguage
import DomoModel

extension OrderList {
    /// The newest orders by number: their times depend on a clock that may have been wrong.
    ///
    /// - Parameters:
    ///   - elements: the full paths of the elements; nil for all.
    ///   - places: the full paths of elements, and of places including everything in them; nil for all.
    ///   - before: only orders with lower numbers; nil for all.
    ///   - since: only orders given at this time or later; nil for all.
    init(
        from database: Database,
        elements: [String]?,
        within places: [String]? = nil,
        last: Int,
        before: UInt64? = nil,
        since: Timestamp? = nil
    ) throws {
        var conditions: [String] = []
        if elements != nil { conditions.append("path IN (SELECT value FROM json_each(?1))") }
        if places != nil {
            // As a single parameter: there may be thousands.
            conditions.append(
                """
                elements.id IN (SELECT id FROM elements WHERE EXISTS (SELECT 1 FROM json_each(?2) AS place
                WHERE elements.path = place.value
                OR substr(elements.path, 1, length(place.value) + 1) = place.value || '/'))
                """
            )
        }
        if before != nil { conditions.append("number < ?3") }
        if since != nil { conditions.append("requested >= ?4") }
        let rows = try database.rows(
            """
            SELECT \(OrderRecord.columns) FROM orders JOIN elements ON elements.id = element
            JOIN causes ON causes.id = cause
            \(conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))")
            ORDER BY number DESC, requested DESC LIMIT ?5
            """,
            elements.map(jsonArray),
            places.map(jsonArray),
            before.map { Int64(clamping: $0) },
            since?.milliseconds,
            last
        )
        self.init(orders: [])
        while let row = try rows.next() { orders.append(try OrderRecord(row: row, from: database)) }
    }
}
