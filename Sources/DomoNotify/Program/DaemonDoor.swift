import DomoBridge
import DomoClient
import DomoLanguage
import NIOCore

/// Opens connections to domod, logged in if there is a token.
struct DaemonDoor: Sendable {
    let socket: String
    let token: Secret?
    let eventLoop: any EventLoop

    func open(
        event: @escaping @Sendable (ByteBuffer) -> Void = { _ in }
    ) async throws(ClientFault) -> DaemonConnection {
        let connection = try await DaemonConnection.connect(to: socket, on: eventLoop, event: event)
        guard let token else { return connection }
        do throws(ClientFault) {
            try DaemonLine.check(try await connection.askSoon(.login(token: token.value), on: eventLoop))
            return connection
        } catch {
            connection.close()
            throw error
        }
    }
}
