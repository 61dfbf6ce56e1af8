/// The times of a tunnel.
enum TunnelTimes {
    /// Source: KNX 03/08/02 Core, 5.2 (CONNECT_REQUEST_TIMEOUT).
    static let connect: Duration = .seconds(10)
    /// Half of the 60 s after which a heartbeat is due at the latest; a server drops a silent client after 120 s.
    ///
    /// Source: KNX 03/08/02 Core, 5.4.
    static let heartbeat: Duration = .seconds(30)
    /// Source: KNX 03/08/02 Core, 5.4 (CONNECTIONSTATE_REQUEST_TIMEOUT).
    static let heartbeatAnswer: Duration = .seconds(10)
    /// The pause before a heartbeat that was answered with an error is repeated.
    static let heartbeatRepeat: Duration = .seconds(1)
    /// Source: KNX 03/08/02 Core, 5.4: "repeat three times".
    static let heartbeatRepeats = 3
    /// Source: KNX 03/08/04 Tunnelling, 2.6 (TUNNELING_REQUEST_TIMEOUT).
    static let ack: Duration = .seconds(1)
    /// A server repeats a frame once, after 1 s: a frame that is still missing later is lost.
    static let gap: Duration = .seconds(2)
    /// Source: KNX 03/03/02 Data Link Layer General; xknx 4.0.0 waits as long.
    static let confirmation: Duration = .seconds(3)
    /// After that a missing confirmation does not come any more.
    static let lateConfirmation: Duration = .seconds(10)
    /// After this many addresses without a confirmation, and nothing from the bus between them, the tunnel is opened
    /// again.
    static let maxSilent = 3
    /// The interval of heartbeats while the interface has no bus.
    static let heartbeatWithoutBus: Duration = .seconds(5)
    /// The timeout for a DISCONNECT_RESPONSE, or for the CONNECT_RESPONSE of a cancelled attempt; used twice.
    static let leave: Duration = .seconds(1)
    /// The timeout for the list of tunnels of an interface that refused a connection.
    static let inquiry: Duration = .seconds(1)
    /// The timeout for the features of the interface; after that, telegrams are sent without them.
    static let features: Duration = .seconds(3)
    /// The pause before the description is requested again: without it, the state of the bus is unknown.
    static let description: Duration = .seconds(2)
    /// The timeout for opening a socket.
    static let open: Duration = .seconds(15)
}
