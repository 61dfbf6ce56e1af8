/// The address, latency and faults of a simulated house.
public struct SimulatorSettings: Sendable, Equatable {
    public var host = "127.0.0.1"
    /// 0 lets the system choose.
    public var port = 0
    /// The time from a request to its answer.
    public var latency: Duration = .zero
    /// The share of signals that are answered with 500 and not executed, 0–1.
    public var failShare: Double = 0
    /// The share of signals whose connection is closed without an answer, 0–1; half of them are executed.
    public var dropShare: Double = 0
    /// The same seed gives the same faults to the same signals in the same order.
    public var seed: UInt64 = 1
    /// The faults from the start.
    var requestedFaults: [RequestedFault] = []

    /// Nil if the house does not speak KNX.
    public var knx: KNXSettings?

    public init() {}
}
