import CSQLite

@testable import DomoHistory

/// Changes a database as another program would.
func change(_ file: String, _ script: String) throws {
    try withConnection(to: file) { connection in
        guard sqlite3_exec(connection, script, nil, nil, nil) == SQLITE_OK else { throw failure(connection) }
    }
}

/// The rows of a query, as SQLite's shell shows them.
func rows(_ sql: String, in file: String) throws -> [String] {
    try withConnection(to: file) { connection in
        var rows: [String] = []
        let code = withUnsafeMutablePointer(to: &rows) { rows in
            sqlite3_exec(
                connection,
                sql,
                { rows, count, values, _ in
                    let texts = (0..<Int(count)).map { values?[$0].map { String(cString: $0) } ?? "NULL" }
                    rows?.assumingMemoryBound(to: [String].self).pointee.append(texts.joined(separator: "|"))
                    return 0
                },
                rows,
                nil
            )
        }
        guard code == SQLITE_OK else { throw failure(connection) }
        return rows
    }
}

private func withConnection<Result>(to file: String, _ body: (OpaquePointer) throws -> Result) throws -> Result {
    var opened: OpaquePointer?
    guard sqlite3_open(file, &opened) == SQLITE_OK, let connection = opened else { throw Unexpected() }
    defer { sqlite3_close(connection) }
    // The writer may lock the file for a moment, or longer on a busy machine.
    sqlite3_busy_timeout(connection, 30_000)
    return try body(connection)
}

private func failure(_ connection: OpaquePointer) -> SQLiteError {
    SQLiteError(sqlite3_extended_errcode(connection), String(cString: sqlite3_errmsg(connection)))
}
