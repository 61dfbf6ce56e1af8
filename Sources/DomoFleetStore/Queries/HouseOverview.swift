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
    /// Nil while no worker listens to the servers: then it is not known.
    public var isConnected: Bool?
    /// Since when it is connected, or not: milliseconds since 1970, UTC. Nil if it never was.
    public var changed: Int64?

    /// How many records were left out today and yesterday (UTC), because the house sent more than it may.
    public var leftOut: Int64 = 0

    /// The later of the last report and the last connection or disconnection.
    public var lastContact: Int64? {
        switch (state?.stored, changed) {
        case (let stored?, let changed?): max(stored, changed)
        case (let stored, let changed): stored ?? changed
        }
    }

    /// A house reports at least every 5 minutes: one that is connected, but has missed two reports, is away as well.
    public static let maxSilence: Int64 = 11 * 60_000

    private func isSilent(at now: Int64) -> Bool { (lastContact ?? 0) < now - Self.maxSilence }

    /// - Parameter now: milliseconds since 1970, UTC, by the clock of the fleet.
    /// - Returns: nil if it is not known.
    public func isOnline(at now: Int64) -> Bool? { isConnected.map { $0 && !isSilent(at: now) } }

    /// Since when it is online or away, as `isOnline` says.
    public func since(at now: Int64) -> Int64? {
        switch isConnected {
        case nil: nil
        case true?: isSilent(at: now) ? lastContact : changed
        case false?: changed
        }
    }
}
