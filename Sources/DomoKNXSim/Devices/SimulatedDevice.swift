import DomoKNX
import DomoKNXBus

/// One device on the bus: an actuator or a sensor. It keeps the values of its group objects; the bus sends them.
protocol SimulatedDevice: Sendable {
    /// The facets that it moves or reports.
    var facets: [KNXFacet] { get }
    /// Addresses on which it listens, beside those that it answers on.
    var inputs: [GroupAddress] { get }
    /// Addresses whose value it sends and gives to readers.
    var outputs: [GroupAddress] { get }

    /// A write, or a response, on one of its addresses.
    mutating func receive(_ payload: Payload, on group: GroupAddress, at now: Duration, _ reactions: inout Reactions)

    /// The moment asked for has come, or another.
    mutating func wake(at now: Duration, _ reactions: inout Reactions)

    /// What it sends, and gives to readers; nil for nothing.
    func value(of group: GroupAddress, at now: Duration) -> Payload?

    /// In the order of `facets`.
    func states(at now: Duration) -> [SimulatedState]

    /// Puts it into a state that follows from the numbers.
    mutating func shuffle(_ dice: inout Dice)
}

/// What a device does because of a telegram, or in time.
struct Reactions {
    /// The values of these addresses are sent, as they are when their turn on the wire comes.
    var reports: [GroupAddress] = []
    /// `wake` is wanted then.
    var wake: Duration?
}
