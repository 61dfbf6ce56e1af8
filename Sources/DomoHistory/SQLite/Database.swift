import CSQLite
import Synchronization

/// A connection to a database. Used by one thread at a time; only `interrupt` may be called from other threads.
///
/// `@unchecked Sendable`: the writer's connection belongs to its thread, the reader's is used under a lock
/// (`ReadAccess`), and what `interrupt` needs has its own lock.
final class Database: @unchecked Sendable {
    enum Access {
        case readWrite, readOnly
        /// Read-only, for a file from outside: nothing in it is trusted.
        case distrusting
    }

    enum TransactionKind: String {
        /// Reads a consistent snapshot.
        case deferred = "BEGIN DEFERRED"
        /// No other connection can write meanwhile.
        case immediate = "BEGIN IMMEDIATE"
    }

    enum CheckpointKind {
        /// Moves as much as possible without waiting.
        case passive
        /// Moves everything and empties the log.
        case truncating

        fileprivate var mode: CInt {
            switch self {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .truncating: SQLITE_CHECKPOINT_TRUNCATE
            }
        }
    }

    /// An open connection, as an address, so that other threads may interrupt it.
    private struct Handle: Sendable {
        let address: Int
        var pointer: OpaquePointer { OpaquePointer(bitPattern: address)! }
    }

    /// How long to wait for a lock that another connection holds, in milliseconds.
    private static let busyTimeout: CInt = 2000

    private let pointer: OpaquePointer
    /// Nil after it is closed.
    private let handle: Mutex<Handle?>
    /// The prepared statements, by their SQL.
    private var statements: [String: Statement] = [:]

    /// - Parameters:
    ///   - path: the path of the file, or `:memory:`.
    ///   - access: with `readWrite`, a missing file is created.
    /// - Throws: `SQLiteError`.
    init(_ path: String, _ access: Access = .readWrite) throws {
        let flags =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
            case .readOnly, .distrusting: SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
            }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError(of: opened, code)
        }
        pointer = opened
        handle = Mutex(Handle(address: Int(bitPattern: opened)))
        sqlite3_extended_result_codes(pointer, 1)
        sqlite3_busy_timeout(pointer, Self.busyTimeout)
        domo_sqlite_disable_quoted_texts(pointer)
        guard access == .distrusting else { return }
        let distrust = domo_sqlite_distrust(pointer)
        guard distrust == SQLITE_OK else { throw SQLiteError(of: pointer, distrust) }
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }

    deinit { close() }

    /// Closes the connection, which must not be in use.
    func close() {
        statements = [:]
        handle.withLock { handle in
            // If statements are left, the connection is closed with the last of them.
            if handle != nil { sqlite3_close_v2(pointer) }
            handle = nil
        }
    }

    /// Aborts the running statement, from any thread, with SQLITE_INTERRUPT.
    func interrupt() {
        handle.withLock { handle in
            if let handle { sqlite3_interrupt(handle.pointer) }
        }
    }

    // MARK: - Statements

    /// Runs several statements without values.
    func execute(_ script: String) throws {
        let code = sqlite3_exec(pointer, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: pointer, code) }
    }

    /// Returns the prepared statement, which is cached.
    func statement(_ sql: String) throws -> Statement {
        if let known = statements[sql], !known.isBusy { return known }
        let new = try Statement(sql, on: pointer)
        statements[sql] = new
        return new
    }

    /// Returns a prepared statement that the caller keeps.
    func ownStatement(_ sql: String) throws -> Statement { try Statement(sql, on: pointer) }

    /// Runs one statement.
    func run<each Value: Storable>(_ sql: String, _ value: repeat each Value) throws {
        try statement(sql).run(repeat each value)
    }

    /// Runs a query, and returns its rows.
    func rows<each Value: Storable>(_ sql: String, _ value: repeat each Value) throws -> Rows {
        let statement = try statement(sql)
        try statement.bind(repeat each value)
        return Rows(of: statement)
    }

    /// Runs a query, and converts each row.
    func all<Result, each Value: Storable>(
        _ sql: String,
        _ value: repeat each Value,
        as result: (Row) throws -> Result
    ) throws -> [Result] {
        let rows = try rows(sql, repeat each value)
        var results: [Result] = []
        while let row = try rows.next() { results.append(try result(row)) }
        return results
    }

    /// Runs a query, and converts the first row; nil if there is none.
    func first<Result, each Value: Storable>(
        _ sql: String,
        _ value: repeat each Value,
        as result: (Row) throws -> Result
    ) throws -> Result? {
        try statement(sql).first(repeat each value, as: result)
    }

    /// Returns the first column of the first row as a number; nil for no row or NULL.
    func integer<each Value: Storable>(_ sql: String, _ value: repeat each Value) throws -> Int64? {
        try first(sql, repeat each value) { $0[0] as Int64? } ?? nil
    }

    /// Returns the first column of the first row as a text; nil for no row or NULL.
    func text(_ sql: String) throws -> String? { try first(sql) { $0[0] as String? } ?? nil }

    // MARK: - Transactions

    /// Runs the body in a transaction, which is rolled back if it throws.
    func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
        try run(kind.rawValue)
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some errors have already ended the transaction. If the rollback fails, the connection is unusable, and
            // the next use reports it.
            if sqlite3_get_autocommit(pointer) == 0 { sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// Moves the write-ahead log into the database.
    func checkpoint(_ kind: CheckpointKind) throws {
        let code = sqlite3_wal_checkpoint_v2(pointer, nil, kind.mode, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: pointer, code) }
    }

    /// Checks the whole file.
    ///
    /// - Parameter thoroughly: whether each index is also compared with its table.
    /// - Throws: SQLITE_CORRUPT if it is damaged.
    func check(thoroughly: Bool = false) throws {
        let result = try text(thoroughly ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)")
        guard result == "ok" else { throw SQLiteError(SQLITE_CORRUPT, result ?? "no answer to the check") }
    }

    // MARK: - Results

    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(pointer) }
    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(pointer)) }
    /// The number of rows changed since the connection was opened.
    var totalChanges: Int { Int(sqlite3_total_changes64(pointer)) }
}
