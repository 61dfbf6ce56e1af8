/// A way onto the bus as a pure state machine, with the sockets outside: what happens goes in, what is to be done comes
/// out. `now` counts from any fixed moment of a monotonic clock.
public protocol BusConnection: Sendable {
    mutating func take(_ input: BusInput, at now: Duration) -> [BusAction]
}

/// What can happen to a connection.
public enum BusInput: Hashable, Sendable {
    /// Connect, and connect again for ever when the connection is lost.
    case start
    /// Disconnect, and stay so. `BusAction.stopped` follows within a bounded time.
    case stop
    /// Give the tunnel up for a while (for ETS), and connect again after it.
    case pause(Duration)
    /// The socket that was asked for is open. For a multicast socket or UDP that is when it is bound.
    case opened(SocketAddress)
    /// It could not be opened, or it was closed by the other end.
    case closed(reason: String)
    /// A whole KNXnet/IP frame: a datagram, or one cut out of a TCP stream. Bytes that are no frame may be given too.
    case received([UInt8], from: SocketAddress)
    /// Send a telegram. `BusAction.ended` follows exactly once for each ticket.
    case send(GroupTelegram, ticket: UInt64)
    /// Give up a telegram that has not been sent yet; `ended` follows if it is still known.
    case cancel(ticket: UInt64)
    /// The moment asked for with `BusAction.wake` has come, or an earlier one.
    case wake
    /// What answered a search (`BusAction.search`); `control` is set in each.
    case found([InterfaceDescription])
}

/// What a connection wants done.
public enum BusAction: Hashable, Sendable {
    /// Open a socket (again): any that was open is closed first.
    case open
    case close
    /// Send these bytes, over UDP or multicast to this address, over TCP into the stream.
    case transmit([UInt8], to: SocketAddress)
    /// Telegrams can be sent now. The own address, and the longest APDU, where they are known.
    case up(own: IndividualAddress?, maxAPDU: Int?)
    /// They can't any more, or an attempt to connect failed for a new reason. Telegrams that had not ended have ended before it.
    case down(reason: String)
    /// Somebody on the bus sent it. Never an own one.
    ///
    /// - Parameter frame: the cEMI message that it came in.
    case received(GroupTelegram, frame: [UInt8])
    /// Frames may have been missed, or a telegram that was not understood went by; nothing known holds for certain:
    /// states have to be read again.
    case missed(reason: String)
    /// What became of a telegram.
    case ended(ticket: UInt64, TelegramEnd)
    /// A fact for the log and for `domo status`: no free slot, secure only, an unknown frame.
    case note(String)
    /// The same, where the administrator has something to do.
    case warning(String)
    /// What the interface says about itself now: who it is, and which of its tunnels are in use.
    case described(InterfaceDescription)
    /// Search all networks for interfaces; `BusInput.found` follows with what answered.
    case search
    /// Sockets opened from now on lead to this endpoint; nil: to the one that the connection was made for.
    case redirect(SocketAddress?)
    /// Wants `BusInput.wake` at this moment; takes the place of any earlier wish. Nil: no wish.
    case wake(at: Duration?)
    case stopped
}

/// What became of a telegram.
public enum TelegramEnd: Hashable, Sendable {
    /// The bus took it (a positive L_Data.con); over routing, it left this machine.
    case confirmed
    case sent
    /// A negative L_Data.con: nobody acknowledged it on the bus.
    case refused(reason: String)
    /// Nothing of it was sent.
    case notSent(reason: String)
    /// It may have been sent; no confirmation came.
    case lost(reason: String)
}

/// An IPv4 address and a port.
public struct SocketAddress: Hashable, Sendable {
    public var host: UInt32
    public var port: UInt16

    public init(host: UInt32, port: UInt16) {
        self.host = host
        self.port = port
    }
}
