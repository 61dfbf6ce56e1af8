public import DomoModel

/// How far the clocks on the wall are ahead of UTC, and when that changes.
public protocol TimeZoneRules: Sendable {
    /// Of the IANA time zone database, `Europe/Madrid`.
    var name: String { get }

    /// In seconds, east positive.
    func offset(at time: Timestamp) -> Int
}

/// Coordinated Universal Time, where nobody knows better.
public struct UTC: TimeZoneRules {
    public init() {}

    public var name: String { "UTC" }

    public func offset(at time: Timestamp) -> Int { 0 }
}
