public import NIOCore

/// What a connection keeps, and how long it waits.
public struct NATSLimits: Sendable {
    /// The maximum size of an arriving message with its headers, in octets. Larger ones are skipped.
    public var maxPayload = 1 << 20
    /// Octets that were published and not yet written to the socket.
    public var maxUnwritten = 8 << 20
    /// Requests that wait for their reply at the same time.
    public var maxRequests = 1024
    public var maxSubscriptions = 64
    /// For connecting, and again for TLS and the log-in.
    public var connectTimeout: TimeAmount = .seconds(10)
    /// The server must answer a ping within this time; pings are that far apart.
    public var pingInterval: TimeAmount = .seconds(30)
    /// The connection is closed after this many pings without an answer.
    public var maxPings = 2

    public init() {}
}
