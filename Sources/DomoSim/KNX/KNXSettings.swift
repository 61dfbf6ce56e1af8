public import DomoKNX

/// The KNXnet/IP settings of the simulated house.
public struct KNXSettings: Sendable, Equatable {
    /// 0 lets the system choose.
    public var port = 3671
    /// The number of tunnels, 1–15.
    public var slots = 4
    /// Whether tunnels over TCP are accepted too.
    public var hasTCP = false
    /// The multicast group for routing; nil for none.
    public var routing: SocketAddress?
    /// Whether telegrams take as long as on TP1.
    public var isPaced = true
    /// The average time between presses of wall switches; nil for none.
    public var people: Duration?
    /// The telegrams per second of devices that are not in the house file.
    public var others = 0
    /// The faults from the start.
    var faults: [KNXFaultRequest] = []
    public var seed: UInt64 = 1

    public init() {}
}
