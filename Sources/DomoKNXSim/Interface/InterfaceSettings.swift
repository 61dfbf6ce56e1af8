public import DomoKNX

/// The identity and features of the simulated interface.
public struct InterfaceSettings: Sendable, Equatable {
    public var name = "domo-sim"
    public var address = IndividualAddress(raw: 0x11F0)
    /// The addresses of its tunnels, one per client.
    public var slots: [IndividualAddress] = Self.slots(4)
    /// Manufacturer 0x00FA is KNX Association, for non-products.
    public var serialNumber = SerialNumber(raw: 0x00FA_646F_6D6F)
    public var mac = MACAddress(raw: 0x0200_646F_6D6F)
    public var maxAPDU: UInt16 = 254
    /// Its control endpoint, in answers to searches and connections.
    public var endpoint = SocketAddress(host: 0x7F00_0001, port: 3671)
    /// Whether it offers KNXnet/IP over TCP.
    public var hasTCP = true
    /// The multicast group for routing; nil for none.
    public var routingGroup: SocketAddress?
    /// The time without a heartbeat after which a client is disconnected.
    ///
    /// Source: KNX 03/08/02 Core, 5.4 heartbeat monitoring.
    public var heartbeatLimit: Duration = .seconds(120)
    /// The timeout for an acknowledgement, used twice.
    ///
    /// Source: KNX 03/08/04 Tunnelling, 2.6.
    public var ackTimeout: Duration = .seconds(1)
    /// A router with more waiting telegrams sends ROUTING_BUSY; with three times as many it drops them.
    public var routingQueue = 20

    public init() {}

    /// The addresses from 1.1.241 on, at most 15.
    public static func slots(_ count: Int) -> [IndividualAddress] {
        (0..<min(max(0, count), 15)).map { IndividualAddress(raw: 0x11F1 + UInt16($0)) }
    }
}
