import DomoModel

// What people are shown of a cover.
extension Cover {
    var state: (CoverState, Certainty) {
        switch motion {
        case .unknown: return (.unknown, .unknown)
        case .moving(let movement):
            guard let direction = movement.direction else { return (.unknown, .unknown) }
            let isReported = movement.isReported && self.direction?.certainty == .confirmed
            return (direction == .up ? .opening : .closing, isReported ? .confirmed : .assumed)
        case .resting:
            if settlesAt != nil { return (.stopped, .confirmed) }
            // A reported end is known; the position that follows from it is calculated.
            if !traits.reportsPosition, let end = reportedEnd, end.certainty == .confirmed {
                return (end.state, end.certainty)
            }
            if let (position, certainty) = positionAtRest {
                if 0 < position, position < 100 { return (.between, certainty) }
                if let end = traits.direction(to: position) { return (end == .up ? .open : .closed, certainty) }
            }
            return reportedEnd ?? (.stopped, .assumed)
        }
    }

    /// The end at which it rests, if its link reports ends.
    private var reportedEnd: (state: CoverState, certainty: Certainty)? {
        guard traits.profile.reportsEnds, let known = direction, let end = CoverDirection(known.fresh) else {
            return nil
        }
        return (end == .up ? .open : .closed, known.certainty)
    }

    /// Nil if unknown.
    var positionAtRest: (Double, Certainty)? {
        if traits.hasPosition { return level.flatMap { known in known.fresh?.number.map { ($0, known.certainty) } } }
        return position.map { ($0, .assumed) }
    }
}
