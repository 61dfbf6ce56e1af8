public import DomoKNX

/// Somebody presses a wall switch, or a device of its own accord sends something.
public struct WallPress: Hashable, Sendable {
    public var time: Duration
    public var telegram: GroupTelegram

    /// The switch that is meant where no other is named: 1.1.200.
    public static let usualSwitch = IndividualAddress(raw: 0x11C8)

    public init(at time: Duration, _ telegram: GroupTelegram) {
        self.time = time
        self.telegram = telegram
    }

    public init(
        at time: Duration,
        _ group: GroupAddress,
        _ payload: Payload,
        from source: IndividualAddress = usualSwitch
    ) {
        self.init(at: time, GroupTelegram(source: source, destination: group, service: .write(payload)))
    }
}
