import CSQLite

/// A prepared statement. It keeps its connection open.
final class Statement {
    private let pointer: OpaquePointer

    /// - Throws: `SQLiteError` where SQLite does not understand it, or a table is missing.
    init(_ sql: String, on connection: OpaquePointer) throws {
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: connection, code) }
        guard let pointer else { throw SQLiteError(SQLITE_MISUSE, "there is no statement in it") }
        self.pointer = pointer
    }

    deinit { sqlite3_finalize(pointer) }

    /// Whether it has begun and is not over: somebody goes through its rows.
    var isBusy: Bool { sqlite3_stmt_busy(pointer) != 0 }

    /// The values in place of its question marks.
    func bind<each Value: Storable>(_ value: repeat each Value) throws {
        var index: CInt = 0
        for value in repeat each value {
            index += 1
            let code = value.bind(to: pointer, at: index)
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    /// Carries it out; what rows it has are left alone.
    func run<each Value: Storable>(_ value: repeat each Value) throws {
        try bind(repeat each value)
        defer { reset() }
        while try next(for: self) != nil {}
    }

    /// What is made of its first row; nil where it has none.
    func first<Result, each Value: Storable>(
        _ value: repeat each Value,
        as result: (Row) throws -> Result
    ) throws -> Result? {
        try bind(repeat each value)
        defer { reset() }
        return try next(for: self).map(result)
    }

    /// Goes on to the next row; nil after the last.
    ///
    /// - Parameter owner: the row keeps it.
    func next(for owner: AnyObject) throws -> Row? {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return Row(of: pointer, owner: owner)
        case SQLITE_DONE: return nil
        case let code: throw error(code)
        }
    }

    /// It can begin again. What went wrong was told by `next`.
    func reset() { sqlite3_reset(pointer) }

    private func error(_ code: CInt) -> SQLiteError { SQLiteError(of: sqlite3_db_handle(pointer), code) }
}

/// The rows of a statement, one after the other. The statement is free again when they are gone.
final class Rows {
    private let statement: Statement
    private var isOver = false

    init(of statement: Statement) { self.statement = statement }

    deinit { end() }

    /// The next row, which is read before the one after it; nil behind the last.
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
