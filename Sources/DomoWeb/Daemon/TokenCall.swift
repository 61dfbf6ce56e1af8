import DomoClient
import DomoLanguage

/// Who asks domod: a token, where its holder is, and the room for the replies.
struct TokenCall: Sendable {
    let session: TokenSession
    let view: SessionView
    let address: String
    let room: Reservation

    /// Asks for an immediate reply.
    func ask(_ request: Request) async throws(ClientFault) -> DaemonReply {
        try await session.ask(request, from: address, within: room)
    }

    /// Asks for a reply that comes when an operation has ended.
    func wait(for request: Request) async throws(ClientFault) -> DaemonReply {
        try await session.wait(for: request, from: address, within: room)
    }

    /// Sends a request whose progress its events report, and does not wait for the reply.
    func begin(_ request: Request) async throws(ClientFault) {
        try await session.begin(request, from: address, within: room)
    }

    /// The listing of all places, and the number of the last event before it.
    func snapshot() async throws(ClientFault) -> (listing: DaemonReply, event: UInt64) {
        try await session.snapshot(from: address, within: room)
    }
}
