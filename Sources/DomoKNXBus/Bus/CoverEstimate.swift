import DomoEngine

/// Where a cover without a position status is: reckoned from its travel times and from the commands that anybody sends.
/// Positions are those of the bus: 0 % open, 100 % closed.
struct CoverEstimate: Sendable, Equatable {
    enum Direction: Sendable, Equatable {
        case up, down

        var end: Double { self == .up ? 0 : 100 }
    }

    enum State: Sendable, Equatable {
        /// → `moving` by a command.
        case resting(at: Double?)
        /// → `resting` by a stop, or at the end of the way; → `moving` the other way.
        case moving(Direction, from: Double?, since: Instant)
    }

    /// Nobody knows how long it moves where no travel time is given: no cover moves for longer.
    static let maxTravel: Duration = .seconds(120)
    /// A cover that is driven to its end is given a little longer: motors differ with load and temperature.
    static let overrun: Duration = .seconds(2)

    private var travel: (up: Duration?, down: Duration?) = (nil, nil)
    private(set) var state = State.resting(at: nil)

    init(up: Duration?, down: Duration?) {
        // One time serves both ways where only one is known.
        travel = (up ?? down, down ?? up)
    }

    static func == (one: Self, other: Self) -> Bool {
        one.state == other.state && one.travel.up == other.travel.up && one.travel.down == other.travel.down
    }

    /// Whether positions can be reckoned at all.
    var hasTimes: Bool { travel.up != nil }

    func travel(_ direction: Direction) -> Duration? { direction == .up ? travel.up : travel.down }

    var direction: Direction? {
        if case .moving(let direction, _, _) = state { direction } else { nil }
    }

    /// Nil where it is not known.
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

    /// How long it takes to a position from the one that it has.
    func time(from: Double, to: Double) -> Duration? {
        travel(to < from ? .up : .down).map { $0 * (abs(to - from) / 100) }
    }

    mutating func move(_ direction: Direction, at now: Instant) {
        // The same again changes nothing.
        if case .moving(direction, _, _) = state { return }
        state = .moving(direction, from: position(at: now), since: now)
    }

    mutating func stop(at now: Instant) {
        guard case .moving = state else { return }
        state = .resting(at: position(at: now))
    }

    /// The way is over.
    ///
    /// - Returns: true where it ended now.
    mutating func finish(at now: Instant) -> Bool {
        guard case .moving(let direction, _, _) = state, let end, end <= now else { return false }
        state = .resting(at: hasTimes ? direction.end : nil)
        return true
    }

    /// The bus reports where it is.
    mutating func note(position: Double, at now: Instant) {
        switch state {
        case .resting: state = .resting(at: position)
        // It has arrived.
        case .moving(let direction, _, _) where position == direction.end: state = .resting(at: position)
        case .moving(let direction, _, _): state = .moving(direction, from: position, since: now)
        }
    }

    /// It may be anywhere.
    mutating func forget() { state = .resting(at: nil) }
}
