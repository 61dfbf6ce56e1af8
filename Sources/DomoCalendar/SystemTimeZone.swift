public import DomoModel
import FoundationEssentials

/// A time zone as the machine knows it.
public struct SystemTimeZone: TimeZoneRules {
    public let name: String

    /// - Parameter name: of the IANA database.
    /// - Returns: nil where the machine does not know it.
    public init?(_ name: String) {
        guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(name)") else { return nil }
        self.name = name
    }

    private init() { name = "UTC" }

    /// That of the machine.
    public static let current = SystemTimeZone()

    public func offset(at time: Timestamp) -> Int { 0 }
}
