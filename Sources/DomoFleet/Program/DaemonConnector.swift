import DomoBridge
import DomoClient
import DomoLanguage
import NIOCore

/// Opens connections to domod.
struct DaemonConnector: Sendable {
    /// How long domod may take for a reply that needs nothing but itself.
    static let limit: TimeAmount = .seconds(20)

    let socket: String
    /// Of the program.
    let token: Secret?
    let eventLoop: any EventLoop

    /// With the rights of the program.
    func open(
        event: @escaping @Sendable (ByteBuffer) -> Void
    ) async throws(ClientFault) -> DaemonConnection {
        let connection = try await DaemonConnection.connect(to: socket, on: eventLoop, event: event)
        if let token { try await logIn(.login(token: token.value), on: connection) }
        return connection
    }

    /// With the rights of a token.
    func open(
        token: Secret,
        principal: String,
        event: @escaping @Sendable (ByteBuffer) -> Void = { _ in }
    ) async throws(ClientFault) -> DaemonConnection {
        let connection = try await DaemonConnection.connect(to: socket, on: eventLoop, event: event)
        try await logIn(.login(token: token.value, from: principal), on: connection)
        return connection
    }

    private func logIn(_ request: Request, on connection: DaemonConnection) async throws(ClientFault) {
        do throws(ClientFault) {
            let reply = try await ask(request, on: connection)
            do throws(Fault) {
                try DaemonReply.check(Array(reply.readableBytesView))
            } catch {
                throw .refused(error)
            }
        } catch {
            connection.close()
            throw error
        }
    }

    /// A domod that hangs loses the connection.
    func ask(_ request: Request, on connection: DaemonConnection) async throws(ClientFault) -> ByteBuffer {
        let timer = eventLoop.scheduleTask(in: Self.limit) { connection.close() }
        defer { timer.cancel() }
        return try await connection.ask(request)
    }
}

extension DaemonConnection {
    /// Waits until it is closed. Cancelling closes it.
    func waitForEnd() async {
        await withTaskCancellationHandler {
            do {
                try await closed.get()
            } catch {
                // It is closed in this case too.
            }
        } onCancel: {
            close()
        }
    }
}

extension ClientFault {
    var fault: Fault {
        switch self {
        case .disconnected(let reason): Fault(.unreachable, reason)
        case .badLine: Fault(.badLine, "the request is not a single line")
        case .refused(let fault), .overloaded(let fault): fault
        }
    }
}
