/// An exponentially weighted moving mean.
struct MovingMean: Equatable, Sendable {
    /// The weight of a new value.
    private static let weight = 0.125

    /// Nil before the first value.
    private(set) var value: Double?

    mutating func note(_ next: Double) {
        value = value.map { $0 + (next - $0) * Self.weight } ?? next
    }
}
