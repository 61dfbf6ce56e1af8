import CSQLite

/// The row that a statement has come to. It is read before the statement goes on.
///
/// What stands in a column that is of another kind is converted as SQLite does it: nothing is 0, and a text that is no
/// number as well. Of an optional, nothing is nil.
struct Row {
    private let statement: OpaquePointer

    init(of statement: OpaquePointer) { self.statement = statement }

    func isNull(_ column: Int) -> Bool { kind(of: column) == SQLITE_NULL }

    /// Whether an integer is stored there.
    func isInteger(_ column: Int) -> Bool { kind(of: column) == SQLITE_INTEGER }

    private func kind(of column: Int) -> CInt { sqlite3_column_type(statement, CInt(column)) }

    subscript(column: Int) -> Int64 { sqlite3_column_int64(statement, CInt(column)) }
    subscript(column: Int) -> Int { Int(self[column] as Int64) }
    subscript(column: Int) -> Double { sqlite3_column_double(statement, CInt(column)) }

    subscript(column: Int) -> String {
        guard let text = sqlite3_column_text(statement, CInt(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, CInt(column)))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    subscript(column: Int) -> Int64? { isNull(column) ? nil : self[column] as Int64 }
    subscript(column: Int) -> Int? { isNull(column) ? nil : self[column] as Int }
    subscript(column: Int) -> Double? { isNull(column) ? nil : self[column] as Double }
    subscript(column: Int) -> String? { isNull(column) ? nil : self[column] as String }
}
