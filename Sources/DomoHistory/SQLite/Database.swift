import CSQLite
import Synchronization

/// A connection to a database. It is used by one thread at a time; only `interrupt` may be called from any other.
///
/// `@unchecked Sendable`: the writer's belongs to its thread, the reader's is used under a lock (`ReadAccess`), and what
/// `interrupt` needs has a lock of its own.
final class Database: @unchecked Sendable {
    enum Access {
        case readWrite, readOnly
        /// A file that somebody brings: it is read, and nothing in it is trusted.
        case distrusting
    }

    enum TransactionKind: String {
        /// Reads from one state of the database, whatever is written meanwhile.
        case deferred = "BEGIN DEFERRED"
        /// Nobody else writes meanwhile.
        case immediate = "BEGIN IMMEDIATE"
    }

    enum CheckpointKind {
        /// As much as can be moved without waiting for anybody.
        case passive
        /// All of it; the log is empty afterwards.
        case truncating

        fileprivate var mode: CInt {
            switch self {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .truncating: SQLITE_CHECKPOINT_TRUNCATE
            }
        }
    }

    /// An open connection. An address, so that it may be interrupted from other threads.
    private struct Handle: Sendable {
        let address: Int
        var pointer: OpaquePointer { OpaquePointer(bitPattern: address)! }
    }

    /// How long it waits for a lock that another connection holds.
    private static let patience: CInt = 2000

    private let pointer: OpaquePointer
    /// Nil once it is closed.
    private let handle: Mutex<Handle?>
    /// By their texts.
    private var statements: [String: Statement] = [:]

    /// - Parameters:
    ///   - path: `:memory:` for one that is nowhere else.
    ///   - access: where it may be written, a file that is not there is made.
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
        sqlite3_busy_timeout(pointer, Self.patience)
        domo_sqlite_disable_quoted_texts(pointer)
        guard access == .distrusting else { return }
        let distrust = domo_sqlite_distrust(pointer)
        guard distrust == SQLITE_OK else { throw SQLiteError(of: pointer, distrust) }
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }

    deinit { close() }

    /// Whoever uses it must be done.
    func close() {
        statements = [:]
        handle.withLock { handle in
            // Where a statement is still there, it is closed with the last of them.
            if handle != nil { sqlite3_close_v2(pointer) }
            handle = nil
        }
    }

    /// Ends what it is doing, from any thread: that fails with SQLITE_INTERRUPT.
    func interrupt() {
        handle.withLock { handle in
            if let handle { sqlite3_interrupt(handle.pointer) }
        }
    }

    // MARK: - Statements

    /// Carries out several statements without values.
    func execute(_ script: String) throws {
        let code = sqlite3_exec(pointer, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: pointer, code) }
    }

    /// The prepared statement, kept for the next time.
    func statement(_ sql: String) throws -> Statement {
        if let known = statements[sql], !known.isBusy { return known }
        let new = try Statement(sql, on: pointer)
        statements[sql] = new
        return new
    }

    /// A prepared statement for whoever keeps it.
    func ownStatement(_ sql: String) throws -> Statement { try Statement(sql, on: pointer) }

    /// Carries out one statement.
    func run<each Value: Storable>(_ sql: String, _ value: repeat each Value) throws {
        try statement(sql).run(repeat each value)
    }

    /// Goes through the rows of an answer.
    func rows<each Value: Storable>(_ sql: String, _ value: repeat each Value) throws -> Rows {
        let statement = try statement(sql)
        try statement.bind(repeat each value)
        return Rows(of: statement)
    }

    /// What is made of each row of an answer.
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

    /// What is made of the first row of an answer; nil where there is none.
    func first<Result, each Value: Storable>(
        _ sql: String,
        _ value: repeat each Value,
        as result: (Row) throws -> Result
    ) throws -> Result? {
        try statement(sql).first(repeat each value, as: result)
    }

    /// The number that an answer begins with; nil where it is empty, or begins with nothing.
    func integer<each Value: Storable>(_ sql: String, _ value: repeat each Value) throws -> Int64? {
        try first(sql, repeat each value) { $0[0] as Int64? } ?? nil
    }

    /// The text that an answer begins with; nil where it is empty, or begins with nothing.
    func text(_ sql: String) throws -> String? { try first(sql) { $0[0] as String? } ?? nil }

    // MARK: - Transactions

    /// Does all of it or, where it throws, nothing.
    func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
        try run(kind.rawValue)
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some errors have ended it already. Where it can't be undone, the connection is of no use any more, which
            // whoever uses it next is told.
            if sqlite3_get_autocommit(pointer) == 0 { sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// Moves what the log holds into the database.
    func checkpoint(_ kind: CheckpointKind) throws {
        let code = sqlite3_wal_checkpoint_v2(pointer, nil, kind.mode, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: pointer, code) }
    }

    /// Looks through the whole file.
    ///
    /// - Parameter thoroughly: whether each index is compared with its table, too.
    /// - Throws: SQLITE_CORRUPT where it is broken.
    func check(thoroughly: Bool = false) throws {
        let result = try text(thoroughly ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)")
        guard result == "ok" else { throw SQLiteError(SQLITE_CORRUPT, result ?? "no answer to the check") }
    }

    // MARK: - What was done

    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(pointer) }
    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes64(pointer)) }
    /// How many rows were changed since it was opened.
    var totalChanges: Int { Int(sqlite3_total_changes64(pointer)) }
}
