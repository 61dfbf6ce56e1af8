public import DomoKNX

/// A press of a wall switch, or a spontaneous telegram of a device.
public struct WallPress: Hashable, Sendable {
    public var time: Duration
    public var telegram: GroupTelegram

    /// The default sender: 1.1.200.
    public static let defaultSwitch = IndividualAddress(raw: 0x11C8)

    public init(at time: Duration, _ telegram: GroupTelegram) {
        self.time = time
        self.telegram = telegram
    }

    public init(
        at time: Duration,
        _ group: GroupAddress,
        _ payload: Payload,
        from source: IndividualAddress = defaultSwitch
    ) {
        self.init(at: time, GroupTelegram(source: source, destination: group, service: .write(payload)))
    }
}
