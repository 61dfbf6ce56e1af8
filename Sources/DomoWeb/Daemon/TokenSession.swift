import DomoClient
import DomoLanguage
import NIOCore

/// What domo-web does for one token: a connection for what is answered at once, one that watches, and one for each request
/// that waits. It may do what the token may, which the daemon decides.
actor TokenSession {
    /// At most so many requests wait at the same time.
    static let maxWaiting = 32
    /// A session that nobody uses is ended after so long.
    static let idleLimit: Duration = .seconds(120)

    private let secret: String
    private let socket: String
    private let eventLoop: any EventLoop
    let events: EventLog
    private var shared: DaemonConnection?
    private var watching: DaemonConnection?
    private var view: SessionView?
    private var waiting = 0
    private(set) var lastUse = ContinuousClock.now
    private var isEnded = false
    /// Under way, so that requests that come together share one connection.
    private var signingIn: Task<SessionView, any Error>?
    private var beginningToWatch: Task<Void, any Error>?

    init(secret: String, socket: String, on eventLoop: any EventLoop) {
        (self.secret, self.socket, self.eventLoop) = (secret, socket, eventLoop)
        // Numbers of an earlier session, which may have been this token's, are not taken for those of this one.
        events = EventLog(run: String(UInt64.random(in: 0...UInt64.max), radix: 36), on: eventLoop)
    }

    /// Logs in, where that was not done yet.
    ///
    /// - Parameter address: where the user is.
    func session(from address: String) async throws(ClientFault) -> SessionView {
        lastUse = .now
        if let view, shared?.isOpen == true { return view }
        let task = signingIn ?? Task { try await self.signIn(from: address) }
        signingIn = task
        return try await Self.value(of: task)
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
            let reply = try await connection.ask(.login(token: secret, from: address))
            return (connection, try DaemonReply(reply).decode(SessionView.self))
        } catch {
            connection.close()
            throw error
        }
    }

    // MARK: - Requests

    /// For what is answered at once.
    func ask(_ request: Request, from address: String) async throws(ClientFault) -> DaemonReply {
        _ = try await session(from: address)
        guard let shared else { throw .disconnected(reason: "domod ended the connection") }
        return try DaemonReply(try await shared.ask(request))
    }

    /// For what is answered when something has come to its end: its own connection, so that others do not wait for it.
    func wait(for request: Request, from address: String) async throws(ClientFault) -> DaemonReply {
        let connection = try await openToWait(from: address)
        defer { endWaiting(on: connection) }
        return try DaemonReply(try await connection.ask(request))
    }

    /// The same for what is followed by its events: it is under way, or the fault says why not.
    func begin(_ request: Request, from address: String) async throws(ClientFault) {
        let connection = try await openToWait(from: address)
        Task {
            defer { endWaiting(on: connection) }
            do throws(ClientFault) {
                _ = try await connection.ask(request)
            } catch {
                // Its events have said so.
            }
        }
    }

    private func openToWait(from address: String) async throws(ClientFault) -> DaemonConnection {
        lastUse = .now
        guard waiting < Self.maxWaiting else {
            throw .refused(Fault(.busy, "\(waiting) requests of this token wait", hint: "try again in a moment"))
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

    /// The whole house, and the number of the last event before it.
    func snapshot(from address: String) async throws(ClientFault) -> (listing: DaemonReply, event: UInt64) {
        try await watch(from: address)
        guard let watching else { throw .disconnected(reason: "domod ended the connection") }
        let event = events.last
        return (try DaemonReply(try await watching.ask(.list(path: nil, recursive: true))), event)
    }

    private func watch(from address: String) async throws(ClientFault) {
        lastUse = .now
        if watching?.isOpen == true { return }
        let task = beginningToWatch ?? Task { try await self.beginToWatch(from: address) }
        beginningToWatch = task
        try await Self.value(of: task)
    }

    private func beginToWatch(from address: String) async throws(ClientFault) {
        defer { beginningToWatch = nil }
        let events = events
        let (connection, _) = try await open(from: address) { line in
            if let event = DaemonEvent(line) { events.append(event.kind, event.data) }
        }
        _ = try DaemonReply(try await connection.ask(.watch(Watched(orders: true)))).content
        watching = connection
        // What happened before nobody heard: whoever reads begins with a snapshot.
        events.breakOff()
        connection.closed.whenComplete { _ in
            events.append("daemon", ByteBuffer(string: #"{"connected":false}"#))
            Task { await self.watchAgain(from: address) }
        }
    }

    /// The daemon restarts: those who read events learn that, and get a snapshot when it is back.
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
        events.close()
    }
}
