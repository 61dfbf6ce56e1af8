/// The interface of a tunnel and how to connect to it.
public struct TunnelOptions: Hashable, Sendable {
    /// The control endpoint of the interface, usually with port 3671.
    public var server: SocketAddress
    public var transport: HostEndpoint.Transport
    /// Over UDP: the interface answers to the source address of frames. For clients behind NAT, as in many containers.
    public var usesNAT: Bool
    /// If set, only the tunnel with this address is used.
    public var address: IndividualAddress?
    /// The interface last found at the server's address, so that it can be found again at another.
    public var known: InterfaceIdentity?
    /// How many telegrams are sent before their confirmations, 1–4.
    public var maxUnconfirmed = 1
    /// The maximum APDU length, in octets, if not that which the interface reports.
    public var maxAPDU: Int?
    /// For the random part of waiting times.
    public var seed: UInt64

    public init(
        server: SocketAddress,
        transport: HostEndpoint.Transport = .udp,
        usesNAT: Bool = false,
        address: IndividualAddress? = nil,
        known: InterfaceIdentity? = nil,
        seed: UInt64
    ) {
        self.server = server
        self.transport = transport
        self.usesNAT = usesNAT
        self.address = address
        self.known = known
        self.seed = seed
    }
}
