import CLibPQ

/// A connection to PostgreSQL. Its calls block, each for a limited time: use it on a thread of its own.
public final class StoreConnection {
    let settings: StoreSettings
    private let wire: Wire

    /// Connects, and sets up the session.
    public init(_ settings: StoreSettings) throws(StoreFault) {
        self.settings = settings
        wire = try Wire(settings)
        // A worker that hangs in a transaction does not hold back the others forever. What is acknowledged after a
        // COMMIT must be on disk, whatever is set for the user or the database.
        let session = """
            SET search_path = fleet, pg_temp;
            SET timezone = 'UTC';
            SET statement_timeout = \(Self.milliseconds(settings.statementTimeout));
            SET idle_in_transaction_session_timeout = 60000;
            SET temp_buffers = '32MB';
            SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
            """
        try run(script: session)
    }

    /// False after it broke: then every call throws `lost`.
    public var isUsable: Bool { !wire.isBroken }

    /// Closes it. A transaction that is open is rolled back.
    public func close() { wire.close() }

    // MARK: - Statements

    /// Runs one statement.
    @discardableResult
    func run(
        _ sql: String,
        _ values: [StoreValue] = [],
        atMost timeout: Duration? = nil
    ) throws(StoreFault) -> StoreRows {
        let parameters = try StoreParameters(values)
        let deadline = deadline(timeout)
        try wire.send { connection in
            parameters.withPointers { PQsendQueryParams(connection, sql, $0, nil, $1, $2, $3, 0) }
        }
        return try wire.result(by: deadline)
    }

    /// Runs several statements without values, in one transaction if they contain no other.
    func run(script: String, atMost timeout: Duration? = nil) throws(StoreFault) {
        let deadline = deadline(timeout)
        try wire.send { PQsendQuery($0, script) }
        _ = try wire.result(by: deadline)
    }

    /// Copies rows into a table.
    func copy(_ rows: CopyBuffer, into table: String) throws(StoreFault) {
        let deadline = deadline(nil)
        try wire.send { PQsendQuery($0, "COPY \(table) FROM STDIN (FORMAT binary)") }
        try wire.copy(rows.bytes, by: deadline)
    }

    /// Runs the body in a transaction, which is rolled back if it throws.
    func transaction<Result>(_ body: () throws(StoreFault) -> Result) throws(StoreFault) -> Result {
        try run("BEGIN")
        let result: Result
        do throws(StoreFault) {
            result = try body()
        } catch {
            try rollBack(after: error)
            throw error
        }
        try run("COMMIT")
        return result
    }

    /// Runs the body after a savepoint, to which it is rolled back if it throws.
    func savepoint<Result>(_ body: () throws(StoreFault) -> Result) throws(StoreFault) -> Result {
        try run("SAVEPOINT part")
        let result: Result
        do throws(StoreFault) {
            result = try body()
        } catch {
            if error.kind != .lost { try run(script: "ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part") }
            throw error
        }
        try run("RELEASE SAVEPOINT part")
        return result
    }

    private func rollBack(after fault: StoreFault) throws(StoreFault) {
        // The server rolls back when a connection ends.
        if isUsable { try run("ROLLBACK") }
    }

    // MARK: - Time

    private func deadline(_ timeout: Duration?) -> ContinuousClock.Instant {
        ContinuousClock.now + (timeout ?? settings.statementTimeout) + settings.grace
    }

    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
