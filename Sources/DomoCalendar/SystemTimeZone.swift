public import DomoModel
internal import Foundation

/// A zone of the IANA time zone database: of the edition that is built into Foundation (2025b in Swift 6.3.1), whatever
/// the machine has in /usr/share/zoneinfo.
///
/// `offset(at:)` takes less than a microsecond, so that nothing is kept of it.
public struct SystemTimeZone: TimeZoneRules {
    private let zone: TimeZone

    /// - Returns: nil for a name that the database does not have.
    public init?(_ name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    private init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// That of the machine.
    public static var current: SystemTimeZone { SystemTimeZone(.current) }

    public var name: String { zone.identifier }

    public func offset(at time: Timestamp) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000))
    }
}
