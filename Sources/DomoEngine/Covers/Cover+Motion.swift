import DomoModel

// What a cover does, and what is known of it.

extension Cover {
    struct Known: Sendable, Equatable {
        var value: Value
        var certainty: Certainty
        var isStale = false

        var fresh: Value? { isStale ? nil : value }
    }

    struct Movement: Sendable, Equatable {
        /// Nil if unknown.
        var direction: CoverDirection?
        var began: Instant
        /// When it was at `from`.
        var since: Instant
        /// Where it began, or was last reported; nil if unknown.
        var from: Double?
        /// Where it ends; nil for the end of travel.
        var target: Double?
        /// When it is over at the latest.
        var until: Instant
        /// The link reports that it moves, and will report that it doesn't.
        var isReported = false
        /// A stop was accepted; the link still reports a movement.
        var isStopped = false
    }

    enum Motion: Sendable, Equatable {
        /// Nothing is known. → `resting`, `moving`
        case unknown
        /// → `moving`
        case resting
        /// → `resting`, `unknown`
        case moving(Movement)
    }

    /// How domo ends a movement itself, because the cover takes no positions.
    enum Plan: Sendable, Equatable {
        case stop(at: Instant)
        /// The position is unknown: the cover first moves to an end, and from there to the position.
        case turn(at: Instant, to: Double)

        var due: Instant {
            switch self {
            case .stop(let moment), .turn(let moment, _): moment
            }
        }
    }
}
