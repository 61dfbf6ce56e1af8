import DomoModel

/// What can happen to a cover.
enum CoverStep: Sendable, Equatable {
    case order(Value, CoverAnswer)
    case position(Int)
    case moving(Bool)
    case direction(Value)
    /// Somebody else commanded it; nil for an unknown command.
    case foreign(Value?)
    case linkDown, linkUp, restart, reload

    var isFailure: Bool {
        if case .order(_, let answer) = self { answer != .accepted } else { false }
    }

    static let level = Value.level(Percent(clamping: 40))

    /// Those that can happen to a kind of cover.
    static func all(of kind: CoverKind) -> [CoverStep] {
        var steps: [CoverStep] = [.up, .down, .stop, level].map { .order($0, .accepted) }
        steps += [.order(.down, .lost), .order(.stop, .lost), .order(.up, .refused), .order(.down, .none)]
        if kind.reportsPosition { steps += [0, 40, 100].map { .position($0) } }
        if kind.reportsMovement { steps += [.moving(true), .moving(false)] }
        if kind.reportsDirection { steps += [.direction(.up), .direction(.down)] }
        if kind != .polled { steps += [.up, .stop, nil].map { .foreign($0) } }
        return steps + [.linkDown, .linkUp, .restart, .reload]
    }
}

/// How the link answers an order.
enum CoverAnswer: Sendable, Equatable {
    case accepted
    /// No confirmation: it may have acted.
    case lost
    /// It has not acted.
    case refused
    /// No answer until the deadline.
    case none
}

/// A step, and how long nothing happens before it.
struct CoverMoment: Sendable, Equatable {
    enum Pause: Sendable, CaseIterable {
        case short
        /// Half of the travel time.
        case half
        /// The travel time, and what a movement may take longer.
        case full
    }

    var pause: Pause
    var step: CoverStep

    func milliseconds(_ kind: CoverKind) -> Int {
        switch pause {
        case .short: 200
        case .half: kind == .travelTimes ? CoverKind.travel / 2 : 60_000
        case .full: kind.longest + 1000
        }
    }
}
