import DomoModel

/// What is known of a cover before anything happens: what its house file and its link say.
struct CoverTraits: Sendable, Equatable {
    /// The assumed travel time of a cover whose own is unknown: no cover moves for longer.
    static let assumedTravel: Duration = .seconds(120)
    /// The extra time for a movement to an end: the speed of a motor varies with load and temperature.
    static let overrun: Duration = .seconds(2)

    var profile: CoverProfile
    /// Its level is its position; false if it has none, or if it has a switch, to which the level belongs.
    var hasPosition: Bool
    var reportsPosition: Bool
    var reportsDirection: Bool

    /// Positions between the ends can be estimated.
    var hasTravelTimes: Bool {
        profile.directionAtZero != nil && (profile.up ?? profile.down) != nil
    }

    /// The time from one end to the other. If only one is known, it applies to both directions.
    func travel(_ direction: CoverDirection) -> Duration {
        let times = direction == .up ? (profile.up, profile.down) : (profile.down, profile.up)
        return times.0 ?? times.1 ?? Self.assumedTravel
    }

    /// The longest movement.
    var maxMovement: Duration { max(travel(.up), travel(.down)) + Self.overrun }

    /// The position at the end of a direction, 0 or 100; nil if unknown.
    func end(of direction: CoverDirection) -> Double? {
        profile.directionAtZero.map { $0 == direction.value ? 0 : 100 }
    }

    /// The direction that leads to 0 % or to 100 %; nil if unknown.
    func direction(to end: Double) -> CoverDirection? { CoverDirection.allCases.first { self.end(of: $0) == end } }

    /// The direction from one position to another; nil if unknown or if both are the same.
    func direction(from start: Double, to target: Double) -> CoverDirection? {
        start == target ? nil : direction(to: target < start ? 0 : 100)
    }

    /// The time from one position to another.
    func time(_ direction: CoverDirection, from start: Double, to target: Double) -> Duration {
        travel(direction) * (abs(target - start) / 100)
    }
}

enum CoverDirection: Sendable, Equatable, CaseIterable {
    case up, down

    /// Nil unless the value is a direction.
    init?(_ value: Value?) {
        switch value {
        case .up: self = .up
        case .down: self = .down
        case .on, .off, .press, .level, .dimming, .stop, .number, .text, .colour, nil: return nil
        }
    }

    var value: Value { self == .up ? .up : .down }
}
