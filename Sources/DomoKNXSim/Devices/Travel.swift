/// A position between 0 and 100 that moves at an even pace.
struct Travel: Sendable, Equatable {
    private var origin: Double
    private(set) var target: Double
    private var departure: Duration = .zero
    /// How long the way lasts.
    private var length: Duration = .zero

    init(at position: Double) { (origin, target) = (position, position) }

    func isMoving(at now: Duration) -> Bool { now < end }

    /// When it arrives, or arrived.
    var end: Duration { departure + length }

    /// True where the target is above where it set out.
    var isRising: Bool { target > origin }

    func position(at now: Duration) -> Double {
        guard isMoving(at: now), length > .zero else { return target }
        return origin + (target - origin) * max(0, (now - departure) / length)
    }

    /// - Parameter full: how long the way from 0 to 100 takes.
    mutating func move(to target: Double, full: Duration, at now: Duration) {
        origin = position(at: now)
        self.target = min(100, max(0, target))
        departure = now
        length = full * (abs(self.target - origin) / 100)
    }

    mutating func stop(at now: Duration) { self = Travel(at: position(at: now)) }
}
