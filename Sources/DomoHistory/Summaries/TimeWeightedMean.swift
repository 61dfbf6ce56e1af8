/// The mean of a number over time, with each value weighted by how long it held.
struct TimeWeightedMean {
    /// How long the number was known, in milliseconds.
    private(set) var known: Int64 = 0
    private(set) var minimum = Double.infinity
    private(set) var maximum = -Double.infinity
    private var sum = 0.0

    /// Makes weights less than 1, so that a sum of the largest numbers does not overflow; a power of two, so that nothing
    /// is rounded.
    static let scale = 0x1p-64

    /// Nil if the number was never known.
    var mean: Double? { known > 0 ? sum / (Double(known) * Self.scale) : nil }

    mutating func add(_ number: Double, for milliseconds: Int64) {
        add(mean: number, number...number, for: milliseconds)
    }

    /// Adds a mean.
    mutating func add(mean: Double, _ range: ClosedRange<Double>, for milliseconds: Int64) {
        guard milliseconds > 0 else { return }
        known += milliseconds
        sum += mean * (Double(milliseconds) * Self.scale)
        see(range)
    }

    /// Includes a value in the range, even if it held for no time.
    mutating func see(_ range: ClosedRange<Double>) {
        minimum = min(minimum, range.lowerBound)
        maximum = max(maximum, range.upperBound)
    }
}
