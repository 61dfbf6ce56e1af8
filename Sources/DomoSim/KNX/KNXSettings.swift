public import DomoKNX

/// How the simulated house speaks KNXnet/IP.
public struct KNXSettings: Sendable, Equatable {
    /// 0: the system chooses.
    public var port = 3671
    /// How many clients may have a tunnel, 1–15.
    public var slots = 4
    /// Tunnels over TCP too.
    public var hasTCP = false
    /// The multicast group that it routes to; nil where it does not.
    public var routing: SocketAddress?
    /// Telegrams take as long as on TP1.
    public var isPaced = true
    /// From one press of a wall switch to the next, on average; nil: nobody is at home.
    public var people: Duration?
    /// What goes wrong from the start.
    var faults: [KNXFaultRequest] = []
    public var seed: UInt64 = 1

    public init() {}
}
