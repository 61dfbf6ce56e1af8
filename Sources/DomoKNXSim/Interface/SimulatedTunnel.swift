import DomoKNX

/// One client's connection to the simulated interface.
struct SimulatedTunnel: Sendable {
    enum Client: Hashable, Sendable {
        case udp(control: SocketAddress, data: SocketAddress)
        case tcp(stream: Int)
    }

    /// What is sent in the tunnel, without its sequence number.
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
    var lastHeard: Duration
    /// Of the next frame to the client.
    var sendSequence: UInt8 = 0
    /// Of the next frame from the client.
    var receiveSequence: UInt8 = 0
    var outgoing: [Outgoing] = []
    /// Over UDP a frame is sent when the one before it was acknowledged.
    var unacknowledged: Unacknowledged?
    /// Wants feature info frames.
    var wantsInfo = false

    init(channel: UInt8, slot: Int, address: IndividualAddress, client: Client, at now: Duration) {
        self.channel = channel
        self.slot = slot
        self.address = address
        self.client = client
        lastHeard = now
    }
}
