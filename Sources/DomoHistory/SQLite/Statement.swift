import CSQLite

/// A prepared statement. It keeps its connection open.
final class Statement {
    private let pointer: OpaquePointer

    /// - Throws: `SQLiteError` for a syntax error or a missing table.
    init(_ sql: String, on connection: OpaquePointer) throws {
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: connection, code) }
        guard let pointer else { throw SQLiteError(SQLITE_MISUSE, "empty statement") }
        self.pointer = pointer
    }

    deinit { sqlite3_finalize(pointer) }

    /// Whether its rows are being read.
    var isBusy: Bool { sqlite3_stmt_busy(pointer) != 0 }

    /// Binds values to the parameters.
    func bind<each Value: Storable>(_ value: repeat each Value) throws {
        var index: CInt = 0
        for value in repeat each value {
            index += 1
            let code = value.bind(to: pointer, at: index)
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    /// Runs the statement, and ignores its rows.
    func run<each Value: Storable>(_ value: repeat each Value) throws {
        try bind(repeat each value)
        defer { reset() }
        while try next(for: self) != nil {}
    }

    /// Runs the statement, and converts the first row; nil if there is none.
    func first<Result, each Value: Storable>(
        _ value: repeat each Value,
        as result: (Row) throws -> Result
    ) throws -> Result? {
        try bind(repeat each value)
        defer { reset() }
        return try next(for: self).map(result)
    }

    /// Steps to the next row; nil after the last.
    ///
    /// - Parameter owner: kept alive by the row.
    func next(for owner: AnyObject) throws -> Row? {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return Row(of: pointer, owner: owner)
        case SQLITE_DONE: return nil
        case let code: throw error(code)
        }
    }

    /// Resets the statement, so that it can be run again. `next` has reported any error.
    func reset() { sqlite3_reset(pointer) }

    private func error(_ code: CInt) -> SQLiteError { SQLiteError(of: sqlite3_db_handle(pointer), code) }
}

/// The rows of a statement, one after another. Resets the statement when released.
final class Rows {
    private let statement: Statement
    private var isOver = false

    init(of statement: Statement) { self.statement = statement }

    deinit { end() }

    /// Returns the next row, which must be read before the one after it; nil after the last.
    func next() throws -> Row? {
        guard !isOver else { return nil }
        if let row = try statement.next(for: self) { return row }
        end()
        return nil
    }

    private func end() {
        if !isOver { statement.reset() }
        isOver = true
    }
}
