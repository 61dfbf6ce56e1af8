/// What a tunnel connects to, and how.
public struct TunnelOptions: Hashable, Sendable {
    /// The control endpoint of the interface, usually on port 3671.
    public var server: SocketAddress
    public var transport: HostEndpoint.Transport
    /// Over UDP: the interface answers to where frames come from. For clients behind NAT, as in many containers.
    public var usesNAT: Bool
    /// Only the tunnel with this address will do.
    public var address: IndividualAddress?
    /// The interface that was last found at the server's address, so that it is found again where it has another.
    public var known: InterfaceIdentity?
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
