public import DomoKNX

/// What comes in to the simulated interface.
public enum InterfaceInput: Hashable, Sendable {
    /// A UDP datagram to its own address.
    case datagram([UInt8], from: SocketAddress)
    /// A datagram to the multicast group. Its own must not come back.
    case multicast([UInt8], from: SocketAddress)
    /// A TCP connection, by a number that the caller gives.
    case streamOpened(Int)
    case stream(Int, [UInt8])
    case streamClosed(Int)
    /// The moment asked for has come, or another.
    case wake
}

/// What the simulated interface wants done.
public enum InterfaceAction: Hashable, Sendable {
    case datagram([UInt8], to: SocketAddress)
    /// To the multicast group.
    case multicast([UInt8])
    case stream(Int, [UInt8])
    case closeStream(Int)
    /// For onlookers: a telegram went over the bus.
    case passed(PassedTelegram)
    /// Wants `InterfaceInput.wake` at this moment, in place of any earlier one. It comes last.
    case wake(at: Duration?)
}
