/// A connection to the bus as a pure state machine, with the sockets outside. Inputs are events, outputs are actions.
/// `now` counts from any fixed moment of a monotonic clock.
public protocol BusConnection: Sendable {
    mutating func handle(_ input: BusInput, at now: Duration) -> [BusAction]
}

/// An input of a connection.
public enum BusInput: Hashable, Sendable {
    /// Connect, and reconnect whenever the connection is lost.
    case start
    /// Disconnect and stay disconnected. `BusAction.stopped` follows within a bounded time.
    case stop
    /// Release the tunnel for a while (for ETS), then reconnect.
    case pause(Duration)
    /// The requested socket is open. A multicast or UDP socket is open when it is bound.
    ///
    /// - Parameter peer: The resolved endpoint of the interface, where its name is configured; nil for that of the options.
    case opened(SocketAddress, peer: SocketAddress? = nil)
    /// The socket could not be opened, or it was closed by the peer.
    case closed(reason: String)
    /// Over multicast, for each frame in order: the system has taken it.
    case transmitted
    /// The same: the system did not take it. A tunnel learns of it by what is not acknowledged.
    case unsent(reason: String)
    /// A whole KNXnet/IP frame: a datagram, or part of a TCP stream. Invalid frames are allowed.
    case received([UInt8], from: SocketAddress)
    /// After `BusAction.restrict`: the kernel has dropped this many datagrams of others.
    case dropped(Int)
    /// Send a telegram; a read always has the last rank. `BusAction.ended` follows exactly once for each ticket.
    /// `mayRepeat` if sending it twice has the same effect as once.
    case send(GroupTelegram, ticket: UInt64, rank: SendRank = .order, mayRepeat: Bool = true)
    /// Cancel a telegram that has not been sent yet; `ended` follows if it is still waiting.
    case cancel(ticket: UInt64)
    /// The time requested with `BusAction.wake` has come, or an earlier one.
    case wake
    /// The interfaces that answered a search (`BusAction.search`); `control` is set in each.
    case found([InterfaceDescription])
}

/// An action that a connection requests.
public enum BusAction: Hashable, Sendable {
    /// Open a socket; one that is already open is closed first.
    case open
    case close
    /// Send these bytes: over UDP or multicast to this address, over TCP into the stream.
    case transmit([UInt8], to: SocketAddress)
    /// Over UDP and multicast: let the kernel drop what all others send to the open socket; replaces an earlier list. Port
    /// 0 stands for each port of the host.
    case restrict(to: [SocketAddress])
    /// Telegrams can be sent now. The own address and the maximum APDU length, if known.
    case up(own: IndividualAddress?, maxAPDU: Int?)
    /// Telegrams can't be sent any more, or an attempt to connect failed for a new reason. All telegrams have ended
    /// before.
    case down(reason: String)
    /// A telegram from another device.
    ///
    /// - Parameter frame: The cEMI message that contained it.
    case received(GroupTelegram, frame: [UInt8])
    /// A telegram from another device that can't be decoded. Nothing else was missed.
    case undecodable(UndecodableTelegram)
    /// Telegrams may have been missed: known states may be wrong and have to be read again. The connection is still open.
    case missed(reason: String)
    /// The result of a telegram.
    case ended(ticket: UInt64, TelegramEnd)
    /// A message for the log and `domo status`: no free slot, secure only, an unknown frame.
    case note(String)
    /// The same, when the administrator has to act.
    case warning(String)
    /// What others sent to the socket, at most every 10 s.
    case senders(SenderReport)
    /// The current description of the interface: its identity, and which of its tunnels are in use.
    case described(InterfaceDescription)
    /// Search all networks for interfaces; `BusInput.found` follows with the result.
    case search
    /// Open further sockets to this endpoint; nil for the configured one.
    case redirect(SocketAddress?)
    /// Send `BusInput.wake` at this time; replaces any earlier request. Nil cancels it.
    case wake(at: Duration?)
    case stopped
}

/// The result of a telegram.
public enum TelegramEnd: Hashable, Sendable {
    /// Confirmed by the bus (a positive L_Data.con).
    case confirmed
    /// Sent over routing, which has no confirmations.
    case sent
    /// A negative L_Data.con: no device on the bus acknowledged the telegram.
    case refused(reason: String)
    /// The telegram was not sent.
    case notSent(reason: String)
    /// The telegram can't be sent, however often: it is longer than a frame, or than what the interface forwards. Nothing
    /// follows about the connection.
    case unsendable(reason: String)
    /// The telegram may have been sent, but was not confirmed.
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
