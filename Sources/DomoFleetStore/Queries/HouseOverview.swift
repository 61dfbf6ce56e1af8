/// A house in the list of houses.
public struct HouseOverview: Equatable, Sendable {
    /// What the house last reported.
    public struct State: Equatable, Sendable {
        public var version: String
        public var alarms: Int64
        public var stale: Int64
        /// When NATS stored the report: milliseconds since 1970, UTC.
        public var stored: Int64
    }

    public var id: String
    public var name: String
    public var tenant: String
    public var role: FleetRole
    /// Nil for a house that never reported.
    public var state: State?
    /// Nil for a house that was never connected.
    public var isOnline: Bool?
    /// The later of the last report and the last connection or disconnection: milliseconds since 1970, UTC.
    public var lastContact: Int64?

    /// A house reports at least every 5 minutes: after two missed reports, whatever the last one was, it is away.
    public static let maxSilence: Int64 = 11 * 60_000

    /// - Parameter now: milliseconds since 1970, UTC, by the clock of the fleet.
    public func isAway(at now: Int64) -> Bool { isOnline == false || (lastContact ?? 0) < now - Self.maxSilence }
}
