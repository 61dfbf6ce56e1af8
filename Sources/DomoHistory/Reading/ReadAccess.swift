import Synchronization

/// The read-only connection for queries. The writer closes it whenever the file changes.
final class ReadAccess: Sendable {
    private let file: String
    private let schema: Schema
    /// Locked while in use.
    private let database = Mutex<Database?>(nil)
    // The connections that are in use now, to interrupt them.
    private let reading = Mutex<Database?>(nil)
    private let checking = Mutex<Database?>(nil)

    init(file: String, schema: Schema) {
        self.file = file
        self.schema = schema
    }

    /// Reads a consistent snapshot in one transaction.
    func read<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
        try database.withLock { known in
            let database = try known ?? open()
            known = database
            reading.withLock { $0 = database }
            defer { reading.withLock { $0 = nil } }
            return try database.transaction(.deferred) { try body(database) }
        }
    }

    /// Checks the whole file, on its own connection.
    ///
    /// - Throws: SQLITE_CORRUPT if it is damaged.
    func check() throws {
        let database = try open()
        checking.withLock { $0 = database }
        defer { checking.withLock { $0 = nil } }
        try database.check()
    }

    /// Aborts the queries in progress.
    func interrupt() {
        reading.withLock { $0 }?.interrupt()
        checking.withLock { $0 }?.interrupt()
    }

    /// Closes the connection, because the file is replaced.
    func close() {
        reading.withLock { $0 }?.interrupt()
        // The interrupted query releases the lock soon.
        database.withLock { $0 = nil }
    }

    private func open() throws -> Database {
        guard FileIdentity.exists(file) else { throw Problem.closed }
        // Checks the file as the writer does.
        try schema.check(file: file)
        let database = try Database(file, .readOnly)
        _ = try schema.version(of: database)
        return database
    }
}
