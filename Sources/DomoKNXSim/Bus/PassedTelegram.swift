public import DomoKNX

/// A telegram that went over the bus.
public struct PassedTelegram: Hashable, Sendable {
    /// Who put it there.
    public enum Origin: Hashable, Sendable {
        /// A device, by its number.
        case device(Int)
        /// Somebody at a wall, or a test.
        case wall
        /// An interface, with the ticket that it gave.
        case interface(ticket: UInt64)
    }

    /// Its end on the wire.
    public var time: Duration
    public var telegram: GroupTelegram
    public var origin: Origin
    /// A device took it.
    public var isAcknowledged: Bool
}
