public import DomoKNX

/// An input of the simulated interface.
public enum InterfaceInput: Hashable, Sendable {
    /// A UDP datagram to the address of the interface.
    case datagram([UInt8], from: SocketAddress)
    /// A datagram to the multicast group; not the interface's own.
    case multicast([UInt8], from: SocketAddress)
    /// A new TCP connection, with a number assigned by the caller.
    case streamOpened(Int)
    case stream(Int, [UInt8])
    case streamClosed(Int)
    /// The requested wake-up, or one at any other time.
    case wake
}

/// An action of the simulated interface.
public enum InterfaceAction: Hashable, Sendable {
    case datagram([UInt8], to: SocketAddress)
    /// Send to the multicast group.
    case multicast([UInt8])
    case stream(Int, [UInt8])
    case closeStream(Int)
    /// Reports a telegram on the bus.
    case passed(PassedTelegram)
    /// Send `InterfaceInput.wake` at this time; replaces any earlier request. Always the last action.
    case wake(at: Duration?)
}
