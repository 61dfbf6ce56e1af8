/// The mean of the last values of something, the newer ones of more weight.
struct MovingMean: Equatable, Sendable {
    /// Of a new value, once there are some.
    private static let weight = 0.125

    /// Nil before the first one.
    private(set) var value: Double?

    mutating func note(_ next: Double) {
        value = value.map { $0 + (next - $0) * Self.weight } ?? next
    }
}
