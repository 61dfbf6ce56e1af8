/// The behaviour of the simulated bus and its devices.
public struct BusSettings: Sendable, Equatable {
    /// When a device sends its state after a command.
    public enum StatusPolicy: Sendable, Hashable, CaseIterable {
        case always
        /// Only if the state has changed.
        case onChange
    }

    /// False if telegrams take no time on the wire.
    public var isPaced = true
    /// The delay between a telegram and the reaction of a device. At least 1 ms.
    public var reaction: Duration = .milliseconds(10)
    /// The maximum additional delay of a device.
    public var jitter: Duration = .milliseconds(10)
    public var statusPolicy = StatusPolicy.always
    /// The travel time of a cover from one end to the other, if its binding has no times.
    public var coverTravel: Duration = .seconds(20)
    /// The interval at which a moving cover sends its position; nil if it sends only when it has stopped.
    public var positionInterval: Duration? = .seconds(2)
    /// The time from 0 to 100 % after a switch or level command.
    public var dimmerTravel: Duration = .milliseconds(500)
    /// The time from 0 to 100 % after a relative command.
    public var relativeTravel: Duration = .seconds(4)
    /// The interval at which a sensor sends its value; nil if it sends only changes.
    public var sensorInterval: Duration? = .seconds(60)
    /// The telegrams per second of devices that are not in the house file; 50 fill a TP1 line.
    public var othersPerSecond = 0
    /// Whether devices start in random states that follow from the seed; otherwise everything is off, open and at rest.
    public var startsAtRandom = false
    /// Whether telegrams to unknown group addresses are acknowledged, as by a coupler without a filter table.
    public var acknowledgesUnknownGroups = true
    /// The same seed, bindings and inputs give the same telegrams.
    public var seed: UInt64 = 1

    public init() {}
}
