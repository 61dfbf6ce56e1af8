/// A whole percentage, 0–100.
public struct Percent: Hashable, Sendable, Comparable {
    public let value: Int

    /// - Returns: nil outside 0–100.
    public init?(_ value: Int) {
        guard (0...100).contains(value) else { return nil }
        self.value = value
    }

    public init(clamping value: Int) {
        self.value = Swift.min(100, Swift.max(0, value))
    }

    public static let zero = Percent(clamping: 0)

    public static func < (one: Percent, other: Percent) -> Bool { one.value < other.value }
}
