public import DomoKNX

/// A telegram that was sent on the bus.
public struct PassedTelegram: Hashable, Sendable {
    /// The sender.
    public enum Origin: Hashable, Sendable {
        /// A device, by its number.
        case device(Int)
        /// A wall switch, or a test.
        case wall
        /// An interface, with its ticket.
        case interface(ticket: UInt64)
    }

    /// When the telegram ended on the wire.
    public var time: Duration
    public var telegram: GroupTelegram
    public var origin: Origin
    /// Whether a device acknowledged it.
    public var isAcknowledged: Bool
}
