import CSQLite

/// The current row of a statement. It must be read before the next step.
///
/// SQLite converts a value of another type: NULL and a text that is not a number become 0. As an optional, NULL is nil.
struct Row {
    private let statement: OpaquePointer
    /// Resets the statement when released.
    private let owner: AnyObject

    init(of statement: OpaquePointer, owner: AnyObject) {
        self.statement = statement
        self.owner = owner
    }

    func isNull(_ column: Int) -> Bool { kind(of: column) == SQLITE_NULL }

    /// Whether the stored value is an integer.
    func isInteger(_ column: Int) -> Bool { kind(of: column) == SQLITE_INTEGER }

    private func kind(of column: Int) -> CInt { read { sqlite3_column_type($0, CInt(column)) } }

    subscript(column: Int) -> Int64 { read { sqlite3_column_int64($0, CInt(column)) } }
    subscript(column: Int) -> Int { Int(self[column] as Int64) }
    subscript(column: Int) -> Double { read { sqlite3_column_double($0, CInt(column)) } }

    subscript(column: Int) -> String {
        read {
            guard let text = sqlite3_column_text($0, CInt(column)) else { return "" }
            let count = Int(sqlite3_column_bytes($0, CInt(column)))
            return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
        }
    }

    subscript(column: Int) -> Int64? { isNull(column) ? nil : self[column] as Int64 }
    subscript(column: Int) -> Int? { isNull(column) ? nil : self[column] as Int }
    subscript(column: Int) -> Double? { isNull(column) ? nil : self[column] as Double }
    subscript(column: Int) -> String? { isNull(column) ? nil : self[column] as String }

    private func read<Value>(_ body: (OpaquePointer) -> Value) -> Value {
        withExtendedLifetime(owner) { body(statement) }
    }
}
