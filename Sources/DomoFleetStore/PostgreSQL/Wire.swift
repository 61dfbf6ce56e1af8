import CLibPQ
import Glibc

/// The socket of a connection, with deadlines. libpq is used in its non-blocking form, because PQexec waits forever for
/// a server that no longer answers.
final class Wire {
    private var pointer: OpaquePointer?
    private(set) var isBroken = false

    init(_ settings: StoreSettings) throws(StoreFault) {
        guard Self.isValid(settings.url) else {
            throw StoreFault(
                .denied,
                "the address of PostgreSQL is invalid",
                hint: "expected postgresql://USER@HOST:PORT/DATABASE"
            )
        }
        let deadline = ContinuousClock.now + settings.connectTimeout
        // The URL beats what is before it. A server that vanished without a word is noticed within a minute.
        let options = [
            ("application_name", settings.name), ("keepalives_idle", "20"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "50000"), ("dbname", settings.url),
            ("client_encoding", "UTF8"),
        ]
        pointer = Self.start(options)
        guard let pointer else { throw StoreFault.lost("out of memory") }
        do throws(StoreFault) {
            try finishConnecting(pointer, by: deadline)
        } catch {
            close()
            throw error
        }
        PQsetnonblocking(pointer, 1)
        domo_pq_ignore_notices(pointer)
    }

    deinit { close() }

    func close() {
        isBroken = true
        if let pointer { PQfinish(pointer) }
        pointer = nil
    }

    // MARK: - Connecting

    private static func isValid(_ url: String) -> Bool {
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(url, &message)
        // The message quotes the address, which may contain a password.
        PQfreemem(message)
        guard let options else { return false }
        PQconninfoFree(options)
        return true
    }

    private static func start(_ options: [(String, String)]) -> OpaquePointer? {
        // libpq copies them.
        let names = options.map { strdup($0.0) }
        let values = options.map { strdup($0.1) }
        defer { for text in names + values { free(text) } }
        let namePointers = names.map { UnsafePointer($0) } + [nil]
        let valuePointers = values.map { UnsafePointer($0) } + [nil]
        return PQconnectStartParams(namePointers, valuePointers, 1)
    }

    private func finishConnecting(_ connection: OpaquePointer, by deadline: ContinuousClock.Instant) throws(StoreFault)
    {
        guard PQstatus(connection) != CONNECTION_BAD else { throw refusedConnection(connection) }
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else { throw refusedConnection(connection) }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard try wait(for: Int16(events), on: connection, until: deadline) != 0 else {
                throw StoreFault.lost("PostgreSQL did not accept the connection in time")
            }
            state = PQconnectPoll(connection)
        }
    }

    /// libpq does not report the SQLSTATE of a refused connection, except in its text.
    private func refusedConnection(_ connection: OpaquePointer) -> StoreFault {
        let text = String(cString: PQerrorMessage(connection))
        var fault = StoreFault.lost(text)
        fault.message = "can't connect to PostgreSQL: \(fault.message)"
        // The server was reached, and answered with a refusal that is none of "starting up", "shutting down" and "too
        // many clients".
        let isRefusal = text.contains("FATAL:") && PQserverVersion(connection) == 0
        let passes = ["starting up", "shutting down", "recovery", "too many", "remaining connection slots"]
        if isRefusal, !passes.contains(where: text.contains) {
            fault.kind = .denied
            fault.hint = "check the user, its password, the database and pg_hba.conf"
        }
        return fault
    }

    // MARK: - Sending

    func send(_ body: (OpaquePointer) -> CInt) throws(StoreFault) {
        guard let pointer, !isBroken else { throw StoreFault.lost("there is no connection to PostgreSQL") }
        guard body(pointer) == 1 else { throw broken(pointer) }
    }

    private func flush(_ connection: OpaquePointer, by deadline: ContinuousClock.Instant) throws(StoreFault) {
        while true {
            switch PQflush(connection) {
            case 0: return
            case 1: try waitToWrite(connection, by: deadline)
            default: throw broken(connection)
            }
        }
    }

    /// The server may wait for its own messages to be read, so reading goes on.
    private func waitToWrite(_ connection: OpaquePointer, by deadline: ContinuousClock.Instant) throws(StoreFault) {
        let ready = try wait(for: Int16(POLLIN | POLLOUT), on: connection, until: deadline)
        guard ready != 0 else { throw overdue() }
        if ready & Int16(POLLIN) != 0, PQconsumeInput(connection) == 0 { throw broken(connection) }
    }

    /// Sends the rows of a COPY that was sent, and waits for its end.
    func copy(_ bytes: [UInt8], by deadline: ContinuousClock.Instant) throws(StoreFault) {
        guard let pointer else { throw StoreFault.lost("there is no connection to PostgreSQL") }
        guard let answer = try next(pointer, by: deadline) else { throw broken(pointer) }
        guard PQresultStatus(answer) == PGRES_COPY_IN else {
            _ = try last(from: answer, on: pointer, by: deadline)
            throw StoreFault(.refused, "PostgreSQL did not start the COPY", hint: "report this as a defect")
        }
        PQclear(answer)
        var start = 0
        while start < bytes.count {
            let count = min(bytes.count - start, 65_536)
            let sent = bytes.withUnsafeBytes { buffer in
                let chunk = buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
                return PQputCopyData(pointer, chunk, CInt(count))
            }
            switch sent {
            case 1: start += count
            case 0: try waitToWrite(pointer, by: deadline)
            default: throw broken(pointer)
            }
        }
        while true {
            let ended = PQputCopyEnd(pointer, nil)
            if ended == 1 { break }
            guard ended == 0 else { throw broken(pointer) }
            try waitToWrite(pointer, by: deadline)
        }
        _ = try result(by: deadline)
    }

    // MARK: - Receiving

    /// Waits for the end of what was sent.
    /// - Returns: the last result.
    func result(by deadline: ContinuousClock.Instant) throws(StoreFault) -> StoreRows {
        guard let pointer else { throw StoreFault.lost("there is no connection to PostgreSQL") }
        try flush(pointer, by: deadline)
        guard let first = try next(pointer, by: deadline) else { throw broken(pointer) }
        return try last(from: first, on: pointer, by: deadline)
    }

    private func last(
        from first: OpaquePointer,
        on connection: OpaquePointer,
        by deadline: ContinuousClock.Instant
    ) throws(StoreFault) -> StoreRows {
        var rows = StoreRows(first)
        var fault = fault(in: first, on: connection)
        while let result = try next(connection, by: deadline) {
            rows = StoreRows(result)
            fault = fault ?? self.fault(in: result, on: connection)
        }
        if PQstatus(connection) == CONNECTION_BAD { isBroken = true }
        if let fault {
            if fault.kind == .lost { isBroken = true }
            throw fault
        }
        return rows
    }

    private func next(
        _ connection: OpaquePointer,
        by deadline: ContinuousClock.Instant
    ) throws(StoreFault) -> OpaquePointer? {
        while PQisBusy(connection) == 1 {
            guard try wait(for: Int16(POLLIN), on: connection, until: deadline) != 0 else { throw overdue() }
            // What arrived before the connection broke, such as the reason, is still returned by PQgetResult.
            if PQconsumeInput(connection) == 0 { break }
        }
        return PQgetResult(connection)
    }

    private func fault(in result: OpaquePointer, on connection: OpaquePointer) -> StoreFault? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
        default:
            // Without a SQLSTATE, the error is libpq's: the connection broke.
            guard let state = domo_pq_sqlstate(result) else {
                return StoreFault.lost(String(cString: PQresultErrorMessage(result)))
            }
            return StoreFault(
                sqlState: String(cString: state),
                message: domo_pq_message(result).map { String(cString: $0) } ?? "unknown error",
                detail: domo_pq_detail(result).map { String(cString: $0) }
            )
        }
    }

    // MARK: - Waiting

    private func broken(_ connection: OpaquePointer) -> StoreFault {
        isBroken = true
        return StoreFault.lost(String(cString: PQerrorMessage(connection)))
    }

    private func overdue() -> StoreFault {
        isBroken = true
        return StoreFault.lost("PostgreSQL no longer answers")
    }

    /// - Returns: the events; 0 after the deadline.
    private func wait(
        for events: Int16,
        on connection: OpaquePointer,
        until deadline: ContinuousClock.Instant
    ) throws(StoreFault) -> Int16 {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return 0 }
            var descriptor = pollfd(fd: PQsocket(connection), events: events, revents: 0)
            guard descriptor.fd >= 0 else { throw broken(connection) }
            let count = poll(&descriptor, 1, CInt(clamping: StoreConnection.milliseconds(left)))
            if count > 0 {
                // A closed connection is noticed by reading.
                let isClosed = descriptor.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
                return isClosed ? descriptor.revents | events : descriptor.revents
            }
            guard count == 0 || errno == EINTR else { throw broken(connection) }
        }
    }
}
