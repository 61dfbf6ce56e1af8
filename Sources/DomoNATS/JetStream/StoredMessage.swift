public import NIOCore

/// A message that a consumer delivered.
public struct StoredMessage: Equatable, Sendable {
    public var subject: String
    public var headers: NATSHeaders
    public var payload: ByteBuffer
    /// Its number in the stream.
    public var sequence: UInt64
    /// 1 for the first time.
    public var deliveries: Int
    /// Messages of the stream that come after it.
    public var pending: UInt64
    /// When NATS stored it, in milliseconds since 1970 UTC.
    public var stored: Int64
    /// Where it is acknowledged.
    let reply: String

    /// Returns nil if the message does not come from a consumer.
    ///
    /// The reply subject is `$JS.ACK.STREAM.CONSUMER.DELIVERIES.SEQUENCE.CONSUMER-SEQUENCE.TIME.PENDING`; with the second
    /// version, a domain and the hash of the account come before the stream, and a random token may come last
    /// (nats-server, `server/consumer.go`).
    init?(_ message: NATSMessage) {
        guard let reply = message.reply, reply.hasPrefix("$JS.ACK.") else { return nil }
        let tokens = reply.split(separator: ".", omittingEmptySubsequences: false)
        let start = tokens.count == 9 ? 2 : 4
        guard tokens.count == 9 || tokens.count >= 11,
            let deliveries = Int(tokens[start + 2]), let sequence = UInt64(tokens[start + 3]),
            let nanoseconds = Int64(tokens[start + 5]), let pending = UInt64(tokens[start + 6])
        else { return nil }
        (self.deliveries, self.sequence, self.pending, self.reply) = (deliveries, sequence, pending, reply)
        stored = nanoseconds / 1_000_000
        (subject, headers, payload) = (message.subject, message.headers, message.payload)
    }
}
