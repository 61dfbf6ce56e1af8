/// The multicast group of routing and the address of this client.
public struct RoutingOptions: Hashable, Sendable {
    /// The group and port; by default 224.0.23.12:3671.
    public var group: SocketAddress
    /// The address of this client. No device may have it, and it has to fit the topology; otherwise routers drop its
    /// telegrams.
    public var address: IndividualAddress
    /// The addresses of the routers whose frames are accepted; empty for everybody's.
    public var accepted: [UInt32]
    /// For the random part of waiting times.
    public var seed: UInt64

    public init(group: SocketAddress = .multicast, address: IndividualAddress, accepted: [UInt32] = [], seed: UInt64) {
        self.accepted = accepted
        self.group = group
        self.address = address
        self.seed = seed
    }
}
