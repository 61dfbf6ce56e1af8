import CSQLite

/// An error of SQLite.
struct SQLiteError: Error, Equatable, CustomStringConvertible {
    /// The extended result code: SQLITE_IOERR_WRITE.
    let code: CInt
    let message: String

    /// The result code without its details: SQLITE_IOERR.
    var kind: CInt { code & 0xFF }
    var description: String { "\(message) (\(code))" }

    init(_ code: CInt, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error of the last call on a connection.
    ///
    /// - Parameter connection: nil if out of memory.
    init(of connection: OpaquePointer?, _ code: CInt) {
        // The connection may have a more detailed code.
        let extended = connection.map(sqlite3_extended_errcode) ?? code
        self.code = extended & 0xFF == code & 0xFF ? extended : code
        message =
            connection.flatMap(sqlite3_errmsg).map { String(cString: $0) } ?? String(cString: sqlite3_errstr(code))
    }
}
