public import NIOCore

/// A message that arrived.
public struct NATSMessage: Equatable, Sendable {
    public var subject: String
    /// Where an answer is expected. Whoever published the message has chosen it.
    public var reply: String?
    public var headers: NATSHeaders
    public var payload: ByteBuffer

    public init(
        subject: String,
        reply: String? = nil,
        headers: NATSHeaders = NATSHeaders(),
        payload: ByteBuffer = ByteBuffer()
    ) {
        (self.subject, self.reply, self.headers, self.payload) = (subject, reply, headers, payload)
    }

    /// The server reports that nobody has subscribed the subject of the request.
    var hasNoResponders: Bool { headers.status == 503 && payload.readableBytes == 0 }
}
