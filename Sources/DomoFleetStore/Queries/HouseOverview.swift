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
}
