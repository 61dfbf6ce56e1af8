/// The version of a NATS server.
public struct ServerVersion: Comparable, Sendable, CustomStringConvertible {
    public var major: Int
    public var minor: Int
    public var patch: Int
    /// Such as `RC.1`; a version with one comes before the version without.
    public var prerelease: String?

    /// Returns nil for anything but `2.14.3` or `2.15.0-dev`.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false).map { part -> Int? in
            guard (1...6).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return Int(part)
        }
        guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
            return nil
        }
        (self.major, self.minor, self.patch) = (major, minor, patch)
        prerelease = parts.count > 1 ? String(parts[1].prefix(40)) : nil
    }

    public var description: String { "\(major).\(minor).\(patch)\(prerelease.map { "-\($0)" } ?? "")" }

    public static func < (one: Self, other: Self) -> Bool {
        let (left, right) = ((one.major, one.minor, one.patch), (other.major, other.minor, other.patch))
        return left == right ? one.prerelease != nil && other.prerelease == nil : left < right
    }

    /// Whether it has the fixes of the advisories 2026-19 to 2026-28: since 2.14.3, and in the 2.12 series since 2.12.12.
    ///
    /// Older servers let users reach past their permissions (2026-17, 2026-18), and can be crashed from outside (2026-28).
    public var isSupported: Bool {
        if prerelease == nil, major == 2, minor == 12 { return patch >= 12 }
        return !(self < Self.minimum)
    }

    private static let minimum = ServerVersion(major: 2, minor: 14, patch: 3)

    private init(major: Int, minor: Int, patch: Int) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    static let requirement = "use 2.14.3 or later, or 2.12.12 or later of 2.12"
}
