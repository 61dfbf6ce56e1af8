/// A position between 0 and 100 that moves at constant speed.
struct Travel: Sendable, Equatable {
    private var origin: Double
    private(set) var target: Double
    private var departure: Duration = .zero
    /// The duration of the movement.
    private var length: Duration = .zero

    init(at position: Double) { (origin, target) = (position, position) }

    func isMoving(at now: Duration) -> Bool { now < end }

    /// When it arrives or has arrived.
    var end: Duration { departure + length }

    func position(at now: Duration) -> Double {
        guard isMoving(at: now), length > .zero else { return target }
        return origin + (target - origin) * max(0, (now - departure) / length)
    }

    /// - Parameter full: The travel time from 0 to 100.
    mutating func move(to target: Double, full: Duration, at now: Duration) {
        origin = position(at: now)
        self.target = min(100, max(0, target))
        departure = now
        length = full * (abs(self.target - origin) / 100)
    }

    mutating func stop(at now: Duration) { self = Travel(at: position(at: now)) }
}
