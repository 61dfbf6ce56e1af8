import Synchronization

/// The connection that questions are answered from. It only reads; the writer opens and closes what it reads from.
final class ReadAccess: Sendable {
    private let file: String
    /// Held by whoever reads from it.
    private let database = Mutex<Database?>(nil)
    // The connections that are in use now, for who is to end that.
    private let reading = Mutex<Database?>(nil)
    private let checking = Mutex<Database?>(nil)

    init(file: String) {
        self.file = file
    }

    /// Reads in one transaction: what is written meanwhile is not seen.
    func read<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
        try database.withLock { known in
            let database = try known ?? open()
            known = database
            reading.withLock { $0 = database }
            defer { reading.withLock { $0 = nil } }
            return try database.transaction(.deferred) { try body(database) }
        }
    }

    /// Looks through the whole file, on a connection of its own.
    ///
    /// - Throws: SQLITE_CORRUPT where it is broken.
    func check() throws {
        let database = try open()
        checking.withLock { $0 = database }
        defer { checking.withLock { $0 = nil } }
        try database.check()
    }

    /// Ends what is being read.
    func interrupt() {
        reading.withLock { $0 }?.interrupt()
        checking.withLock { $0 }?.interrupt()
    }

    /// The file is another one from here on.
    func close() {
        reading.withLock { $0 }?.interrupt()
        // Whoever reads is done in a moment.
        database.withLock { $0 = nil }
    }

    private func open() throws -> Database {
        guard FileIdentity.exists(file) else { throw Problem.closed }
        let database = try Database(file, .readOnly)
        // What the writer leaves alone is not read either.
        _ = try Schema.version(of: database)
        return database
    }
}
