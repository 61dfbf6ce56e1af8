public import DomoModel

/// The offset of wall clocks from UTC over time.
public protocol TimeZoneRules: Sendable {
    /// The name in the IANA time zone database: `Europe/Madrid`.
    var name: String { get }

    /// In seconds, east positive.
    func offset(at time: Timestamp) -> Int

    /// Whether summer time is in force by the rules of the zone: clocks are ahead of those of the rest of the year. In
    /// Dublin, whose law makes winter time the exception, that is standard time.
    func isSummerTime(at time: Timestamp) -> Bool
}

/// Coordinated Universal Time, used if no zone is known.
public struct UTC: TimeZoneRules {
    public init() {}

    public var name: String { "UTC" }

    public func offset(at time: Timestamp) -> Int { 0 }

    public func isSummerTime(at time: Timestamp) -> Bool { false }
}
