/// A position between 0 and 100 that moves at constant speed. Times are counted from any fixed moment.
struct Ramp: Sendable, Equatable {
    /// The travel time from 0 to 100.
    let fullTravel: Duration
    private(set) var target: Double
    private var origin: Double
    private var departure: Duration = .zero

    init(position: Double = 0, fullTravel: Duration) {
        self.fullTravel = fullTravel
        target = position
        origin = position
    }

    func position(at now: Duration) -> Double {
        guard isMoving(at: now) else { return target }
        let way = max(0, (now - departure) / fullTravel) * 100
        return target > origin ? origin + way : origin - way
    }

    /// When it is or was at its target.
    var arrival: Duration { departure + fullTravel * (abs(target - origin) / 100) }

    func isMoving(at now: Duration) -> Bool { now < arrival }

    enum Heading: Sendable { case up, down }

    /// Nil at rest.
    func heading(at now: Duration) -> Heading? { isMoving(at: now) ? (target > origin ? .up : .down) : nil }

    mutating func move(to target: Double, at now: Duration) {
        origin = position(at: now)
        departure = now
        self.target = target
    }

    mutating func stop(at now: Duration) { move(to: position(at: now), at: now) }
}
