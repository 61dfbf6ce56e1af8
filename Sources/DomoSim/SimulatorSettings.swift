/// How a simulated house listens, how quick it is, and how often it fails.
public struct SimulatorSettings: Sendable, Equatable {
    public var host = "127.0.0.1"
    /// 0: the system chooses.
    public var port = 0
    /// From a request to its answer.
    public var latency: Duration = .zero
    /// The share of signals that is answered 500 and not carried out, 0–1.
    public var failShare: Double = 0
    /// The share of signals whose connection is closed without an answer, 0–1: half of them carried out.
    public var dropShare: Double = 0
    /// The same seed gives the same faults to the same signals in the same order.
    public var seed: UInt64 = 1
    /// What goes wrong from the start.
    var troubles: [Trouble] = []

    /// Nil: the house does not speak KNX.
    public var knx: KNXSettings?

    public init() {}
}
