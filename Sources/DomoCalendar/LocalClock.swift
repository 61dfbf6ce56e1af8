public import DomoModel

/// The clocks on the walls of a house, set forward and back as its time zone wants.
public struct LocalClock: Sendable {
    public let zone: any TimeZoneRules

    public init(_ zone: any TimeZoneRules) {
        self.zone = zone
    }

    public func date(at time: Timestamp) -> CivilDate {
        CivilDate(daysSince1970: 0)
    }
}
