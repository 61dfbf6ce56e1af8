import DomoClient
import DomoLanguage
import NIOCore

extension DaemonConnection {
    /// How long domod may take for a reply that needs nothing but itself.
    private static let limit: TimeAmount = .seconds(20)

    /// Sends a request that gets an immediate reply. A domod that hangs loses the connection.
    func askSoon(_ request: Request, on eventLoop: any EventLoop) async throws(ClientFault) -> ByteBuffer {
        let timer = eventLoop.scheduleTask(in: Self.limit) { self.close() }
        defer { timer.cancel() }
        return try await ask(request)
    }

    /// The same for a line.
    func askSoon(line: String, on eventLoop: any EventLoop) async throws(ClientFault) -> ByteBuffer {
        let timer = eventLoop.scheduleTask(in: Self.limit) { self.close() }
        defer { timer.cancel() }
        return try await ask(line: line)
    }
}
