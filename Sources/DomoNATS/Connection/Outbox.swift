import NIOCore
import Synchronization

/// What any thread may do with a connection: publish at once, or learn that it can't be.
final class Outbox: Sendable {
    private struct State {
        /// Nil while there is no connection.
        var channel: (any Channel)?
        /// What the server accepts.
        var maxPayload = 0
        /// Octets that are not yet written to the socket. Each write takes its own away when it ends, however it ends.
        var unwritten = 0
        var subscriptions = 0
        var lastSubscription = Outbox.inboxSubscription
    }

    /// The number of the subscription for replies.
    static let inboxSubscription: UInt64 = 1

    private let limits: NATSLimits
    private let state = Mutex(State())

    init(_ limits: NATSLimits) { self.limits = limits }

    func open(_ channel: any Channel, maxPayload: Int) {
        state.withLock { ($0.channel, $0.maxPayload) = (channel, maxPayload) }
    }

    func close() { state.withLock { $0.channel = nil } }

    var isOpen: Bool { state.withLock { $0.channel != nil } }
    var unwritten: Int { state.withLock(\.unwritten) }

    /// Writes a message to the connection; what is not written when it ends is lost.
    func publish(_ message: NATSMessage) throws(NATSFault) {
        if let problem = NATSSubject.problem(in: message.subject) { throw .invalid(problem) }
        if let reply = message.reply, let problem = NATSSubject.problem(in: reply) { throw .invalid(problem) }
        if let problem = message.headers.problem { throw .invalid(problem) }
        var buffer = ByteBufferAllocator().buffer(capacity: message.payload.readableBytes + 256)
        ClientOperation.publish(message).write(to: &buffer)
        let (octets, count) = (message.octets, buffer.readableBytes)
        let reserved = state.withLock { [limits] state -> Result<any Channel, NATSFault> in
            guard let channel = state.channel else { return .failure(.notConnected) }
            guard octets <= state.maxPayload else {
                return .failure(.payloadTooLarge(octets: octets, limit: state.maxPayload))
            }
            guard state.unwritten + count <= limits.maxUnwritten else { return .failure(.overloaded) }
            state.unwritten += count
            return .success(channel)
        }
        let channel = try reserved.get()
        let written = channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { [self] _ in state.withLock { $0.unwritten -= count } }
        channel.writeAndFlush(buffer, promise: written)
    }

    // MARK: Subscriptions

    /// - Returns: the number of a new subscription.
    func addSubscription() throws(NATSFault) -> UInt64 {
        let number = state.withLock { [limits] state -> UInt64? in
            guard state.subscriptions < limits.maxSubscriptions else { return nil }
            state.subscriptions += 1
            state.lastSubscription += 1
            return state.lastSubscription
        }
        guard let number else { throw .invalid("a connection has at most \(limits.maxSubscriptions) subscriptions") }
        return number
    }

    func removeSubscription() { state.withLock { $0.subscriptions -= 1 } }
}

extension NATSMessage {
    /// What the server counts: the payload with the headers.
    var octets: Int {
        guard !headers.fields.isEmpty else { return payload.readableBytes }
        // `NATS/1.0`, `: ` and the ends of lines.
        return headers.fields.reduce(payload.readableBytes + 12) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }
}
