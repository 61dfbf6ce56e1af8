/// What others than the peers of a connection sent to its socket. It was dropped.
public struct SenderReport: Hashable, Sendable {
    /// Whether everybody who reaches the socket is accepted: routing without a list of routers.
    public var acceptsAnySender: Bool
    /// The number of dropped datagrams since the start.
    public var count = 0
    /// The sender of the last one that was read; the kernel drops most of a flood unread.
    public var last: SocketAddress?
    /// What that was: `DISCONNECT_REQUEST`; nil if it was no KNXnet/IP frame.
    public var service: String?
    /// The sender of what may have been an answer of the interface: it is at another address than the configured one.
    public var answer: SocketAddress?

    public init(acceptsAnySender: Bool = false) { self.acceptsAnySender = acceptsAnySender }
}
