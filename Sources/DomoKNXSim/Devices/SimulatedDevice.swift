import DomoKNX
import DomoKNXHouse
import DomoModel

/// A device on the bus: an actuator or a sensor. It keeps the values of its group objects; the bus sends them.
protocol SimulatedDevice: Sendable {
    /// The facets that it controls or reports.
    var facets: [KNXFacet] { get }
    /// Addresses on which it listens, in addition to `outputs`.
    var inputs: [GroupAddress] { get }
    /// Addresses whose value it sends and answers reads with.
    var outputs: [GroupAddress] { get }

    /// Whether it reports at an interval, so that it always has something to do.
    var reportsForever: Bool { get }

    /// Handles a write or a response on one of its addresses.
    mutating func receive(_ payload: Payload, on group: GroupAddress, at now: Duration, _ reactions: inout Reactions)

    /// Called at the requested time or at any other.
    mutating func wake(at now: Duration, _ reactions: inout Reactions)

    /// The value that it sends and answers reads with; nil for none.
    func value(of group: GroupAddress, at now: Duration) -> Payload?

    /// In the order of `facets`.
    func states(at now: Duration) -> [SimulatedState]

    /// Sets a random state.
    mutating func shuffle(_ dice: inout SplitMix64)
}

extension SimulatedDevice {
    var reportsForever: Bool { false }
}

/// The reactions of a device to a telegram or a wake-up.
struct Reactions {
    /// The addresses to send, with the values that they have when the wire is free.
    var reports: [GroupAddress] = []
    /// When to call `wake`.
    var wake: Duration?
}
