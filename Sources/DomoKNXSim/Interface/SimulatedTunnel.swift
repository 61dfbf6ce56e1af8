import DomoKNX

/// One client's connection to the simulated interface.
struct SimulatedTunnel: Sendable {
    enum Client: Hashable, Sendable {
        /// - Parameter sender: Of its request to connect; behind NAT its endpoints may be others.
        case udp(control: SocketAddress, data: SocketAddress, sender: SocketAddress)
        case tcp(stream: Int)
    }

    /// The content of a frame to the client, without its sequence number.
    enum Outgoing: Sendable {
        /// A cEMI message.
        case message([UInt8])
        case feature(TunnellingFeature)
    }

    struct Unacknowledged: Sendable {
        var octets: [UInt8]
        var sequence: UInt8
        var isRepeated: Bool
        var deadline: Duration
    }

    let channel: UInt8
    let slot: Int
    let address: IndividualAddress
    let client: Client
    var lastHeartbeat: Duration
    /// The sequence number of the next frame to the client.
    var sendSequence: UInt8 = 0
    /// The sequence number of the next frame from the client.
    var receiveSequence: UInt8 = 0
    var outgoing: [Outgoing] = []
    /// The frame that waits for its acknowledgement; over UDP the next one is sent afterwards.
    var unacknowledged: Unacknowledged?
    /// Whether it carries nothing any more.
    var isDead = false
    /// Whether the client wants feature info frames.
    var wantsInfo = false

    init(channel: UInt8, slot: Int, address: IndividualAddress, client: Client, at now: Duration) {
        self.channel = channel
        self.slot = slot
        self.address = address
        self.client = client
        lastHeartbeat = now
    }
}
