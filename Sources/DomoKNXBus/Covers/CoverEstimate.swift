import DomoEngine

/// The position of a cover without a position status, estimated from its travel times and from all commands seen on the
/// bus. Positions are those of the bus: 0 % is open, 100 % is closed.
struct CoverEstimate: Sendable, Equatable {
    enum Direction: Sendable, Equatable {
        case up, down

        var end: Double { self == .up ? 0 : 100 }
    }

    enum State: Sendable, Equatable {
        /// → `moving` on a command.
        case resting(at: Double?)
        /// → `resting` on a stop or at the end of travel; → `moving` in the other direction.
        case moving(Direction, from: Double?, since: Instant)
    }

    /// The assumed duration of a movement without a known travel time: no cover moves for longer.
    static let maxTravel: Duration = .seconds(120)
    /// The extra time for a movement to the end of travel: motor speed varies with load and temperature.
    static let overrun: Duration = .seconds(2)

    private var travel: (up: Duration?, down: Duration?) = (nil, nil)
    private(set) var state = State.resting(at: nil)

    init(up: Duration?, down: Duration?) {
        // If only one time is known, it applies to both directions.
        travel = (up ?? down, down ?? up)
    }

    static func == (one: Self, other: Self) -> Bool {
        one.state == other.state && one.travel.up == other.travel.up && one.travel.down == other.travel.down
    }

    /// Whether positions can be estimated at all.
    var hasTimes: Bool { travel.up != nil }

    func travel(_ direction: Direction) -> Duration? { direction == .up ? travel.up : travel.down }

    var direction: Direction? {
        if case .moving(let direction, _, _) = state { direction } else { nil }
    }

    /// Nil if unknown.
    func position(at now: Instant) -> Double? {
        switch state {
        case .resting(let position): return position
        case .moving(let direction, let from, let since):
            guard let travel = travel(direction) else { return nil }
            let part = Double(max(.zero, now - since).nanoseconds) / Double(max(1, travel.nanoseconds)) * 100
            guard let from else { return part >= 100 ? direction.end : nil }
            return direction == .up ? max(0, from - part) : min(100, from + part)
        }
    }

    /// When the movement ends by itself.
    var end: Instant? {
        guard case .moving(let direction, let from, let since) = state else { return nil }
        guard let travel = travel(direction) else { return since + Self.maxTravel }
        guard let from else { return since + travel + Self.overrun }
        return since + travel * (abs(direction.end - from) / 100) + Self.overrun
    }

    /// The time to move from one position to another.
    func time(from: Double, to: Double) -> Duration? {
        travel(to < from ? .up : .down).map { $0 * (abs(to - from) / 100) }
    }

    mutating func move(_ direction: Direction, at now: Instant) {
        // Repeating the same command changes nothing.
        if case .moving(direction, _, _) = state { return }
        state = .moving(direction, from: position(at: now), since: now)
    }

    mutating func stop(at now: Instant) {
        guard case .moving = state else { return }
        state = .resting(at: position(at: now))
    }

    /// Ends the movement if its time is over.
    ///
    /// - Returns: True if it ended now.
    mutating func finish(at now: Instant) -> Bool {
        guard case .moving(let direction, _, _) = state, let end, end <= now else { return false }
        state = .resting(at: hasTimes ? direction.end : nil)
        return true
    }

    /// Notes a position reported by the bus.
    mutating func note(position: Double, at now: Instant) {
        switch state {
        case .resting: state = .resting(at: position)
        // It has reached the end of travel.
        case .moving(let direction, _, _) where position == direction.end: state = .resting(at: position)
        case .moving(let direction, _, _): state = .moving(direction, from: position, since: now)
        }
    }

    /// Makes the position unknown.
    mutating func forget() { state = .resting(at: nil) }
}
