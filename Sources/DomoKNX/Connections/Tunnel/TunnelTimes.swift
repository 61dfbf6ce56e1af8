/// The times of a tunnel.
enum TunnelTimes {
    /// Source: KNX 03/08/02 Core, 5.2 (CONNECT_REQUEST_TIMEOUT).
    static let connect: Duration = .seconds(10)
    /// Half of the 60 s after which it is due at the latest; a server gives up a silent client after 120 s.
    ///
    /// Source: KNX 03/08/02 Core, 5.4.
    static let heartbeat: Duration = .seconds(30)
    /// Source: KNX 03/08/02 Core, 5.4 (CONNECTIONSTATE_REQUEST_TIMEOUT).
    static let heartbeatAnswer: Duration = .seconds(10)
    /// Before a heartbeat is repeated that was answered with an error.
    static let heartbeatRepeat: Duration = .seconds(1)
    /// Source: KNX 03/08/02 Core, 5.4: "repeat three times".
    static let heartbeatRepeats = 3
    /// Source: KNX 03/08/04 Tunnelling, 2.6 (TUNNELING_REQUEST_TIMEOUT).
    static let ack: Duration = .seconds(1)
    /// A server repeats a frame once after 1 s: what has not come by then does not come any more.
    static let gap: Duration = .seconds(2)
    /// Source: KNX 03/03/02 Data Link Layer General; xknx 4.0.0 waits as long.
    static let confirmation: Duration = .seconds(3)
    /// For a DISCONNECT_RESPONSE, or the CONNECT_RESPONSE of an attempt that was given up; then once more.
    static let leave: Duration = .seconds(1)
    /// For the tunnels of an interface that refused a connection.
    static let inquiry: Duration = .seconds(1)
    /// From the connection to what the interface says about the bus; after that, telegrams are sent without it.
    static let features: Duration = .seconds(3)
    /// Before an interface that did not describe itself is asked again: without that, nothing is known of its bus.
    static let description: Duration = .seconds(2)
    /// For a socket.
    static let open: Duration = .seconds(15)
}
