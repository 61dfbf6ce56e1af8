/// Where routing takes place, and as whom.
public struct RoutingOptions: Hashable, Sendable {
    /// The group and port; 224.0.23.12:3671 unless the installation has another.
    public var group: SocketAddress
    /// Of this client: one that no device has and that fits the topology, or the routers drop its telegrams.
    public var address: IndividualAddress
    /// For the random part of waiting times.
    public var seed: UInt64

    public init(group: SocketAddress = .multicast, address: IndividualAddress, seed: UInt64) {
        self.group = group
        self.address = address
        self.seed = seed
    }
}
