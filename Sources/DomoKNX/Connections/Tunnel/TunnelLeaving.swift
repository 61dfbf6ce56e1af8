/// The end of a connection that the interface has to be told of.
struct TunnelLeaving: Hashable, Sendable {
    enum Next: Hashable, Sendable {
        case reconnect
        case pause(until: Duration)
        case stop
    }

    /// Nil while a CONNECT_RESPONSE is still to come, which says it.
    var channel: UInt8?
    var own: HostEndpoint
    var next: Next
    var end: Duration
    var isRepeated = false
}
