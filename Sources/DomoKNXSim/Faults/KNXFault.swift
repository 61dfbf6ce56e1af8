public import DomoKNX

/// A fault of the simulated bus or its interface.
public struct KNXFault: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        // MARK: Devices

        /// A device does not answer reads.
        case silent
        /// A device answers each read twice.
        case twice
        /// A device ignores commands.
        case stuck
        /// A device reports three octets instead of its state.
        case invalid

        // MARK: All connections

        /// A telegram from the bus reaches the clients without its last octet: only its addresses can be decoded.
        case undecodable

        // MARK: Tunnels

        /// A request is executed but not acknowledged.
        case lostAck = "lost-ack"
        /// A request is lost before it arrives.
        case lostRequest = "lost-request"
        /// A request is executed but acknowledged with an error.
        case badAck = "bad-ack"
        /// A frame to a client is lost and not repeated: the next frame skips a sequence number.
        case gap
        /// A frame to a client is sent twice.
        case duplicate
        /// The confirmation of a request is negative, and nothing is sent on the bus.
        case negative
        /// A request is executed but not confirmed.
        case noConfirmation = "no-confirmation"
        /// The confirmation is delayed.
        case slow
        /// Connection-state requests are not answered.
        case deaf
        /// Connection requests are refused: no tunnel is free (0x24).
        case full
        /// The interface has no connection to the bus. It reports the begin and the end.
        case busLost = "bus-lost"
        /// The interface has no connection to the bus, and only its heartbeats say so (0x27).
        case noBus = "no-bus"
        /// Each present connection stays open and acknowledges, but confirms nothing and carries nothing any more.
        case halfDead = "half-dead"
        /// All clients are disconnected immediately.
        case disconnect
        /// All connections are forgotten immediately, without notice.
        case restart

        // MARK: Routing

        /// A frame from the network is dropped, and ROUTING_BUSY is sent.
        case busy
        /// A frame from the network is dropped, and ROUTING_LOST_MESSAGE is sent.
        case lost
        /// A telegram from the bus is dropped, and ROUTING_LOST_MESSAGE is sent.
        case unrouted
    }

    public var kind: Kind
    /// Only for telegrams to this address; nil for all.
    public var group: GroupAddress?
    /// The number of times after which it ends; nil for never.
    public var count: Int?
    /// The time after which it ends; nil for never.
    public var duration: Duration?
    /// For `slow`, the delay; for `busy`, the waiting time for all senders.
    public var delay: Duration
    /// The probability that it happens, in thousandths.
    public var perMille: Int

    public init(
        _ kind: Kind,
        group: GroupAddress? = nil,
        count: Int? = nil,
        for duration: Duration? = nil,
        delay: Duration = .seconds(1),
        perMille: Int = 1000
    ) {
        self.kind = kind
        self.group = group
        self.count = count
        self.duration = duration
        self.delay = delay
        self.perMille = perMille
    }
}
