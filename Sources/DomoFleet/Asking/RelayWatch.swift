import NIOCore

/// What a connection to a relay watches.
struct RelayWatch {
    let lease: WatchLease
    /// The place of the reply to `watch`; nil once it is written.
    var slot: RelayClient.Slot?
    /// Events that wait for that reply.
    var held = ByteBuffer()
    /// The bytes of events that the client has not read.
    var unread = 0

    init(_ lease: WatchLease, _ slot: RelayClient.Slot) { (self.lease, self.slot) = (lease, slot) }
}
