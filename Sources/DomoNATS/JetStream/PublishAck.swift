import DomoJSON

/// JetStream has stored a message.
public struct PublishAck: Equatable, Sendable {
    public var stream: String
    public var sequence: UInt64
    /// Whether it was dropped, because the stream has a message with the same `Nats-Msg-Id`.
    public var isDuplicate: Bool

    init(_ message: NATSMessage) throws(JetStreamFault) {
        let root = try JetStreamReply(message).root
        guard let stream = root["stream"]?.string, let sequence = root["seq"]?.integer(UInt64.self), sequence > 0 else {
            throw .malformed
        }
        (self.stream, self.sequence) = (stream, sequence)
        isDuplicate = root["duplicate"]?.bool ?? false
    }
}
