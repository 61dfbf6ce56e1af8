public import DomoKNX

/// One thing that goes wrong on the simulated bus or in its interface, as long as it is wanted.
public struct KNXFault: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        // MARK: Devices

        /// A device does not answer reads.
        case silent
        /// A device answers each read twice.
        case twice
        /// A device ignores commands.
        case stuck

        // MARK: Tunnels

        /// A request is carried out and not acknowledged.
        case lostAck = "lost-ack"
        /// A request gets lost on its way here.
        case lostRequest = "lost-request"
        /// A request is carried out and acknowledged with an error.
        case badAck = "bad-ack"
        /// A frame to a client gets lost, and is not sent again: its successor has a sequence number too many.
        case gap
        /// A frame to a client is sent twice.
        case duplicate
        /// The confirmation of a request is negative, and nothing is sent on the bus.
        case negative
        /// A request is carried out, and its confirmation is missing.
        case noConfirmation = "no-confirmation"
        /// The confirmation comes late.
        case slow
        /// Connection-state requests are not answered.
        case deaf
        /// Connection requests are refused: no tunnel is free (0x24).
        case full
        /// The interface has no connection to the bus. It reports that when it begins and ends.
        case busLost = "bus-lost"
        /// At once: all clients are disconnected.
        case disconnect
        /// At once: all connections are forgotten, without a word.
        case restart

        // MARK: Routing

        /// A frame from the network is dropped, and ROUTING_BUSY is sent.
        case busy
        /// A frame from the network is dropped, and ROUTING_LOST_MESSAGE is sent.
        case lost
    }

    public var kind: Kind
    /// Of these telegrams alone; nil for all.
    public var group: GroupAddress?
    /// Ends after so many times; nil for never.
    public var count: Int?
    /// Ends after this time; nil for never.
    public var duration: Duration?
    /// Of `slow`: how late. Of `busy`: how long everybody has to wait.
    public var delay: Duration
    /// How often it happens where it could, in thousandths.
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
