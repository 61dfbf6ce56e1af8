/// How the simulated bus and the devices on it behave.
public struct BusSettings: Sendable, Equatable {
    /// When a device sends its state after a command.
    public enum StatusPolicy: Sendable, Hashable, CaseIterable {
        case always
        /// Only where the state is another one now.
        case onChange
    }

    /// False: a telegram takes no time on the wire.
    public var isPaced = true
    /// From a telegram to what a device sends because of it. At least 1 ms.
    public var reaction: Duration = .milliseconds(10)
    /// A device may be this much slower than others.
    public var jitter: Duration = .milliseconds(10)
    public var statusPolicy = StatusPolicy.always
    /// How long a cover takes from one end to the other, where its binding gives no times.
    public var coverTravel: Duration = .seconds(20)
    /// How often a cover sends its position while it moves; nil: only when it has stopped.
    public var positionInterval: Duration? = .seconds(2)
    /// From 0 to 100 %, after a switch or level command.
    public var dimmerTravel: Duration = .milliseconds(500)
    /// From 0 to 100 %, after a relative command.
    public var relativeTravel: Duration = .seconds(4)
    /// How often a sensor sends its value; nil: only when it changes.
    public var sensorInterval: Duration? = .seconds(60)
    /// Devices begin in states that follow from the seed; otherwise everything is off, open and at rest.
    public var startsAtRandom = false
    /// Group addresses that no device has are acknowledged, as behind a coupler without a filter table.
    public var acknowledgesUnknownGroups = true
    /// The same seed, bindings and inputs give the same telegrams.
    public var seed: UInt64 = 1

    public init() {}
}
