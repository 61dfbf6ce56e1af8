/// The disconnection from an interface that may still hold a tunnel.
struct TunnelLeaving: Hashable, Sendable {
    enum Next: Hashable, Sendable {
        case reconnect
        case pause(until: Duration)
        case stop
    }

    /// Nil until the CONNECT_RESPONSE with the channel arrives.
    var channel: UInt8?
    var own: HostEndpoint
    var next: Next
    var end: Duration
    var isRepeated = false
}
