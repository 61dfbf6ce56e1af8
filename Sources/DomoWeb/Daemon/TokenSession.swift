import DomoClient
import DomoLanguage
import NIOCore

/// The connections of one token: one for requests with an immediate reply, one that watches, and one for each request
/// that waits. The daemon decides what the token may do.
actor TokenSession {
    /// The maximum number of requests that wait at the same time.
    static let maxWaiting = 32
    /// An idle session is ended after this time.
    static let idleLimit: Duration = .seconds(120)

    /// How often the daemon is told of an address, and of how many at the same time.
    private static let tellEvery: Duration = .seconds(600)
    private static let maxAddresses = 16

    private let secret: String
    private let socket: String
    private let eventLoop: any EventLoop
    let events: EventLog
    private var shared: DaemonConnection?
    private var watching: DaemonConnection?
    private var view: SessionView?
    private var waiting = 0
    private(set) var lastUse = ContinuousClock.now
    /// When the daemon was last told of an address that the token is used from.
    private var told: [String: ContinuousClock.Instant] = [:]
    private var isEnded = false
    /// In progress, so that concurrent requests share one connection.
    private var signingIn: Task<SessionView, any Error>?
    private var startingToWatch: Task<Void, any Error>?
    /// Waits for the end of `watching`, and then connects again.
    private var following: Task<Void, Never>?
    /// The requests whose replies no caller waits for, by their connections.
    private var begun: [ObjectIdentifier: Task<Void, Never>] = [:]

    init(secret: String, socket: String, on eventLoop: any EventLoop) {
        (self.secret, self.socket, self.eventLoop) = (secret, socket, eventLoop)
        // A random ID, so that event numbers of an earlier session are not mistaken for those of this one.
        events = EventLog(run: String(UInt64.random(in: 0...UInt64.max), radix: 36), on: eventLoop)
    }

    /// Logs in, unless that was done already.
    ///
    /// - Parameter address: where the user is.
    func session(from address: String) async throws(ClientFault) -> SessionView {
        lastUse = .now
        if let view, let shared, shared.isOpen {
            tell(address, on: shared)
            return view
        }
        let task = signingIn ?? Task { try await self.signIn(from: address) }
        signingIn = task
        return try await Self.value(of: task)
    }

    /// Tells the daemon that the token is in use, and where: sessions last for days.
    private func tell(_ address: String, on connection: DaemonConnection) {
        if let last = told[address], .now < last + Self.tellEvery { return }
        noteTold(address)
        let login = Request.login(token: secret, from: address)
        Task {
            do throws(ClientFault) {
                _ = try await connection.ask(login)
            } catch {
                // The request itself meets the same fault.
            }
        }
    }

    private func noteTold(_ address: String) {
        if told.count >= Self.maxAddresses, told[address] == nil {
            told = told.filter { .now < $0.value + Self.tellEvery }
            if told.count >= Self.maxAddresses, let oldest = told.min(by: { $0.value < $1.value }) {
                told[oldest.key] = nil
            }
        }
        told[address] = .now
    }

    private func signIn(from address: String) async throws(ClientFault) -> SessionView {
        defer { signingIn = nil }
        let (connection, view) = try await open(from: address)
        (shared, self.view) = (connection, view)
        return view
    }

    private static func value<Value>(of task: Task<Value, any Error>) async throws(ClientFault) -> Value {
        do {
            return try await task.value
        } catch let fault as ClientFault {
            throw fault
        } catch {
            throw .disconnected(reason: "\(error)")
        }
    }

    private func open(
        from address: String,
        event: @escaping @Sendable (ByteBuffer) -> Void = { _ in }
    ) async throws(ClientFault) -> (DaemonConnection, SessionView) {
        let connection = try await DaemonConnection.connect(to: socket, on: eventLoop, event: event)
        do throws(ClientFault) {
            noteTold(address)
            let reply = try await connection.ask(.login(token: secret, from: address))
            return (connection, try DaemonReply(reply).decode(SessionView.self))
        } catch {
            connection.close()
            throw error
        }
    }

    // MARK: - Requests

    /// Sends a request that gets an immediate reply.
    func ask(
        _ request: Request,
        from address: String,
        within room: Reservation
    ) async throws(ClientFault) -> DaemonReply {
        _ = try await session(from: address)
        guard let shared else { throw .disconnected(reason: "domod ended the connection") }
        return try DaemonReply(try await shared.ask(request, admit: room.grow))
    }

    /// Sends a request whose reply comes when an operation has ended, on a connection of its own, so that others need
    /// not wait for it.
    func wait(
        for request: Request,
        from address: String,
        within room: Reservation
    ) async throws(ClientFault) -> DaemonReply {
        let connection = try await openForWaiting(from: address)
        defer { endWaiting(on: connection) }
        return try DaemonReply(try await connection.ask(request, admit: room.grow))
    }

    /// Sends a request whose progress its events report, and does not wait for the reply.
    func begin(_ request: Request, from address: String, within room: Reservation) async throws(ClientFault) {
        let connection = try await openForWaiting(from: address)
        let id = ObjectIdentifier(connection)
        begun[id] = Task {
            await withTaskCancellationHandler {
                do throws(ClientFault) {
                    _ = try await connection.ask(request, admit: room.grow)
                } catch {
                    // Its events have reported the failure.
                }
            } onCancel: {
                connection.close()
            }
            endWaiting(on: connection)
            begun[id] = nil
        }
    }

    private func openForWaiting(from address: String) async throws(ClientFault) -> DaemonConnection {
        lastUse = .now
        guard waiting < Self.maxWaiting else {
            throw .refused(
                Fault(.busy, "\(waiting) requests of this token are already waiting", hint: "try again in a moment")
            )
        }
        waiting += 1
        do throws(ClientFault) {
            return try await open(from: address).0
        } catch {
            waiting -= 1
            throw error
        }
    }

    private func endWaiting(on connection: DaemonConnection) {
        waiting -= 1
        connection.close()
    }

    // MARK: - Events

    /// The listing of all places, and the number of the last event before it.
    func snapshot(
        from address: String,
        within room: Reservation
    ) async throws(ClientFault) -> (listing: DaemonReply, event: UInt64) {
        try await watch(from: address)
        guard let watching else { throw .disconnected(reason: "domod ended the connection") }
        let event = events.last
        return (try DaemonReply(try await watching.ask(.list(path: nil, recursive: true), admit: room.grow)), event)
    }

    private func watch(from address: String) async throws(ClientFault) {
        lastUse = .now
        if watching?.isOpen == true { return }
        let task = startingToWatch ?? Task { try await self.startWatching(from: address) }
        startingToWatch = task
        try await Self.value(of: task)
    }

    private func startWatching(from address: String) async throws(ClientFault) {
        defer { startingToWatch = nil }
        let events = events
        let (connection, _) = try await open(from: address) { line in
            if let event = DaemonEvent(line) { events.append(event.kind, event.data) }
        }
        _ = try DaemonReply(try await connection.ask(.watch(Watched(orders: true)))).content
        watching = connection
        // Earlier events were missed: readers must begin with a snapshot.
        events.markGap()
        following = Task { await follow(connection, from: address) }
    }

    private func follow(_ connection: DaemonConnection, from address: String) async {
        do {
            try await connection.closed.get()
        } catch {
            // It is closed in this case too.
        }
        events.append("daemon", ByteBuffer(string: #"{"connected":false}"#))
        await watchAgain(from: address)
    }

    /// Reconnects after the daemon went away; readers get a snapshot when it is back.
    private func watchAgain(from address: String) async {
        watching = nil
        var pause = Duration.milliseconds(100)
        while !isEnded, events.readerCount > 0 {
            do throws(ClientFault) {
                return try await watch(from: address)
            } catch {
                if case .refused(let fault) = error, fault.code == .notAllowed { return end() }
            }
            do {
                try await Task.sleep(for: pause)
            } catch {
                return
            }
            pause = min(pause * 2, .seconds(2))
        }
    }

    // MARK: - The end

    var isIdle: Bool { events.readerCount == 0 && waiting == 0 && lastUse + Self.idleLimit < .now }

    func end() {
        isEnded = true
        shared?.close()
        watching?.close()
        following?.cancel()
        for task in begun.values { task.cancel() }
        events.close()
    }
}
