import DomoModel

/// One cover: how it moves, where it is, and what is shown of both.
///
/// A direction is shown while the cover moves and at its ends; between its ends at rest it has none. A position that was
/// reported is stale as soon as the cover moves, until the next report. A position that is only calculated is assumed.
struct Cover: Sendable, Equatable {
    /// The time after a reported end of a movement in which the link may still report where it ended.
    static let settleTime: Duration = .seconds(2)
    /// The time after which a reported movement has ended if nothing more is reported of it.
    static let maxReportedMovement: Duration = .seconds(180)
    /// The time after the begin of a movement in which the link may still report where it was before.
    static let maxReportDelay: Duration = .seconds(5)
    /// The rest before a change of direction, so that the motor has stopped.
    static let pauseBeforeTurn: Duration = .milliseconds(500)

    var traits: CoverTraits
    /// Who gave the last command: what follows from it in time is theirs too.
    var cause = Cause.house
    private(set) var motion = Motion.unknown
    private(set) var plan: Plan?
    /// What was sent for a movement to a position, a direction or a stop, until the link confirms it.
    private var sent: Value?
    /// The last reported position may still be replaced until then.
    private(set) var settlesAt: Instant?
    /// The exact position at rest, for the next movement; nil if unknown.
    private(set) var position: Double?
    /// What is shown; nil for unknown.
    private(set) var level: Known?
    private(set) var direction: Known?

    init(_ traits: CoverTraits) { self.traits = traits }

    var movement: Movement? {
        if case .moving(let movement) = motion { movement } else { nil }
    }

    /// The time of the next change without a report.
    var due: Instant? {
        var due = plan?.due
        due.lower(to: movement?.until)
        due.lower(to: settlesAt)
        return due
    }

    /// The position now, reported or calculated; nil if unknown.
    func position(at now: Instant) -> Double? {
        guard let movement else { return position }
        guard traits.hasTravelTimes, let direction = movement.direction, let end = traits.end(of: direction) else {
            return nil
        }
        let elapsed = Double(max(.zero, now - movement.since).nanoseconds)
        let part = elapsed / Double(max(1, traits.travel(direction).nanoseconds)) * 100
        guard let from = movement.from else { return part >= 100 ? end : nil }
        let limit = movement.target ?? end
        return end == 0 ? max(limit, from - part) : min(limit, from + part)
    }

    // MARK: - Commands

    /// A command that the link accepted, or that somebody else gave.
    mutating func command(_ value: Value, at now: Instant) {
        plan = nil
        switch value {
        case .up: move(.up, at: now)
        case .down: move(.down, at: now)
        case .stop: stop(at: now)
        case .level(let level): approach(Double(level.value), at: now)
        case .on, .off, .press, .dimming, .number, .text, .colour: break
        }
    }

    private mutating func move(_ wanted: CoverDirection, at now: Instant) {
        // A cover that was reported at this end stays there.
        if motion == .resting, settlesAt == nil, let end = traits.end(of: wanted), level?.certainty == .confirmed,
            level?.fresh == Self.value(end)
        {
            if !traits.reportsDirection { return }
            direction = Known(value: wanted.value, certainty: .assumed)
            return
        }
        begin(wanted, to: nil, at: now)
        if level?.value != traits.end(of: wanted).map(Self.value) { level?.isStale = true }
    }

    /// Repeating a command does not begin another movement.
    private mutating func begin(_ wanted: CoverDirection, to target: Double?, at now: Instant) {
        let before = movement
        let isSame = before?.direction == wanted
        let from = isSame ? before?.from : position(at: now)
        let since = isSame ? before?.since ?? now : now
        let travel = traits.travel(wanted)
        var length = travel
        if traits.hasTravelTimes, let from, let end = target ?? traits.end(of: wanted) {
            length = traits.time(wanted, from: from, to: end)
        }
        var until = since + length + CoverTraits.overrun
        // The end of a reported movement is reported too.
        if let before, before.isReported { until = max(until, before.until) }
        motion = .moving(
            Movement(
                direction: wanted,
                began: isSame ? before?.began ?? now : now,
                since: since,
                from: from,
                target: target,
                until: until,
                isReported: before?.isReported ?? false
            )
        )
        settlesAt = nil
        direction = Known(value: wanted.value, certainty: .assumed)
    }

    private mutating func stop(at now: Instant) {
        if var movement, movement.isReported {
            movement.isStopped = true
            motion = .moving(movement)
            return
        }
        if motion == .resting, !traits.reportsDirection, position != nil || level?.fresh != nil { return }
        rest(at: position(at: now))
        direction = Known(value: .stop, certainty: .assumed)
        showDirectionAtRest()
    }

    /// A level was ordered.
    private mutating func approach(_ target: Double, at now: Instant) {
        guard traits.hasPosition else { return }
        if traits.profile.isPositionedByTime { return moveByTime(to: target, at: now) }
        let start = position(at: now) ?? level?.fresh?.number
        let isThere = motion == .resting && start == target
        if !isThere {
            let wanted = start.flatMap { traits.direction(from: $0, to: target) }
            if let wanted {
                begin(wanted, to: target, at: now)
            } else {
                let isReported = movement?.isReported ?? false
                let until = now + traits.maxMovement
                motion = .moving(Movement(began: now, since: now, target: target, until: until, isReported: isReported))
                settlesAt = nil
                direction = nil
            }
        }
        level = Known(value: Self.value(target), certainty: .assumed)
    }

    // MARK: - Movements by time

    /// The signal with which a movement to a position begins; nil if according to its travel times the cover rests
    /// there. It always moves to its ends, since the calculated position may be wrong.
    mutating func signal(to target: Double, at now: Instant) -> Value? {
        sent = nil
        if target <= 0 || target >= 100 {
            sent = traits.direction(to: target <= 0 ? 0 : 100)?.value
        } else if let position = position(at: now) {
            if abs(position - target) >= 1 {
                sent = traits.direction(from: position, to: target)?.value
            } else if movement != nil {
                sent = .stop
            }
        } else {
            sent = traits.direction(to: target < 50 ? 0 : 100)?.value
        }
        return sent
    }

    /// The signal for a movement to a position was confirmed: its time counts from now.
    private mutating func moveByTime(to target: Double, at now: Instant) {
        guard let signal = sent ?? self.signal(to: target, at: now) else { return }
        sent = nil
        guard let wanted = CoverDirection(signal) else { return stop(at: now) }
        let start = position(at: now)
        let isBetween = 0 < target && target < 100
        let isOnTheWay = isBetween && start.map { traits.direction(from: $0, to: target) == wanted } == true
        // Until it is stopped, it moves on to the end. From an unknown position, and from behind the target, it has to
        // be there first.
        begin(wanted, to: nil, at: now)
        if isBetween || level?.value != Self.value(target) { level?.isStale = true }
        guard isBetween else { return }
        if isOnTheWay, let start {
            plan = .stop(at: now + traits.time(wanted, from: start, to: target))
        } else {
            plan = .turn(at: now + traits.travel(wanted) + CoverTraits.overrun + Self.pauseBeforeTurn, to: target)
        }
    }

    /// - Returns: the plan, if it is due: it is then gone.
    mutating func takePlan(at now: Instant) -> Plan? {
        guard let plan, plan.due <= now else { return nil }
        self.plan = nil
        if case .turn = plan { finishMovement(at: now) }
        return plan
    }

    /// The stop that ends its movement could not be sent yet: it still moves.
    ///
    /// - Returns: false if there is nothing left to stop.
    mutating func postponeStop(until moment: Instant) -> Bool {
        guard let movement, plan == nil, moment < movement.until else { return false }
        plan = .stop(at: moment)
        return true
    }

    // MARK: - Reports

    mutating func report(position value: Percent, at now: Instant) {
        let reported = Double(value.value)
        level = Known(value: .level(value), certainty: .confirmed)
        guard var movement else {
            rest(at: reported)
            return showDirectionAtRest()
        }
        let isAtGoal = goal(of: movement).map { abs($0 - reported) <= (movement.target == nil ? 0 : 1) } ?? false
        // At the start of a movement it may report where it was; later, an end that it left shows that it is back.
        let isBack = movement.direction.flatMap { traits.end(of: $0) }.map { reported == 100 - $0 } ?? false
        if !movement.isReported, isAtGoal || isBack && now > movement.began + Self.maxReportDelay {
            plan = nil
            rest(at: reported)
            return showDirectionAtRest()
        }
        if isAtGoal, let end = movement.direction, traits.end(of: end) == reported {
            direction = Known(value: end.value, certainty: .confirmed)
        }
        (movement.from, movement.since) = (reported, now)
        motion = .moving(movement)
    }

    /// Where a movement ends; nil if unknown.
    private func goal(of movement: Movement) -> Double? {
        movement.target ?? movement.direction.flatMap { traits.end(of: $0) }
    }

    mutating func report(direction value: Value, at now: Instant) {
        if traits.profile.reportsEnds { return report(end: value) }
        direction = Known(value: value, certainty: .confirmed)
        if var movement {
            guard let reported = CoverDirection(value), movement.direction != reported else { return }
            (movement.from, movement.since) = (position(at: now), now)
            movement.direction = reported
            motion = .moving(movement)
        } else {
            showDirectionAtRest()
        }
    }

    /// The end at which it rests, or that it is at neither.
    private mutating func report(end value: Value) {
        if movement != nil, let end = CoverDirection(value) {
            plan = nil
            rest(at: traits.end(of: end))
        } else if motion == .unknown {
            motion = .resting
        }
        direction = Known(value: value, certainty: .confirmed)
        showDirectionAtRest()
    }

    mutating func report(isMoving: Bool, at now: Instant) {
        guard isMoving else { return endReportedMovement(at: now) }
        if var movement {
            movement.isReported = true
            movement.until = now + Self.maxReportedMovement
            motion = .moving(movement)
        } else {
            cause = .house
            let until = now + Self.maxReportedMovement
            motion = .moving(Movement(began: now, since: now, from: position, until: until, isReported: true))
            settlesAt = nil
            level?.isStale = true
            direction?.isStale = true
        }
    }

    /// It was seen moving.
    ///
    /// - Parameter seen: in which direction; nil if unknown.
    mutating func report(movement seen: CoverDirection?, at now: Instant) {
        report(isMoving: true, at: now)
        guard let seen, var movement else { return }
        if movement.direction != seen {
            (movement.from, movement.since) = (position(at: now), now)
            (movement.direction, movement.target) = (seen, nil)
            motion = .moving(movement)
        }
        direction = Known(value: seen.value, certainty: .confirmed)
    }

    /// It was seen at rest. A movement that was only ordered may not have begun yet.
    mutating func reportRest(at now: Instant) {
        if let movement, !movement.isReported, now <= movement.began + Self.maxReportDelay { return }
        report(isMoving: false, at: now)
    }

    private mutating func endReportedMovement(at now: Instant) {
        guard let movement else {
            if motion == .unknown {
                motion = .resting
                showDirectionAtRest()
            }
            return
        }
        plan = nil
        let stopped = position(at: now)
        rest(at: traits.reportsPosition ? level?.fresh?.number : stopped)
        if movement.isStopped { direction = Known(value: .stop, certainty: .assumed) }
        if traits.reportsPosition { settlesAt = now + Self.settleTime } else { showDirectionAtRest() }
    }

    // MARK: - Doubt

    /// It may have moved in an unknown way, and may still do.
    mutating func noteUncertainCommand(at now: Instant) {
        (plan, position, cause) = (nil, nil, .house)
        makeStale()
        let isReported = movement?.isReported ?? false
        motion = .moving(Movement(began: now, since: now, until: now + traits.maxMovement, isReported: isReported))
        settlesAt = nil
    }

    /// Nobody watches it: its link is lost, or domo has just started.
    mutating func lose() {
        (plan, position, settlesAt) = (nil, nil, nil)
        motion = .unknown
        level?.isStale = true
        direction?.isStale = true
    }

    private mutating func makeStale() {
        for known in [\Cover.level, \Cover.direction] as [WritableKeyPath<Cover, Known?>] {
            self[keyPath: known]?.certainty = .assumed
            self[keyPath: known]?.isStale = true
        }
    }

    /// The position is too old.
    mutating func expire(_ type: FacetType) {
        switch type {
        case .bidirectional: direction?.isStale = true
        case .regulable:
            level?.isStale = true
            position = nil
        case .binary, .value, .colour: break
        }
    }

    /// A reading of the previous run.
    mutating func restore(_ value: Value, _ certainty: Certainty) {
        let known = Known(value: value, certainty: certainty, isStale: true)
        if value.type == .regulable { level = known } else { direction = known }
    }

    // MARK: - Time

    /// What time alone changes; plans are not carried out.
    mutating func wake(at now: Instant) {
        if let settlesAt, settlesAt <= now {
            self.settlesAt = nil
            showDirectionAtRest()
        }
        if let movement, movement.until <= now { finishMovement(at: now) }
    }

    /// The movement is over, according to its time.
    private mutating func finishMovement(at now: Instant) {
        guard let movement else { return }
        rest(at: traits.reportsPosition ? level?.fresh?.number : goal(of: movement))
        showDirectionAtRest()
    }

    // MARK: - At rest

    /// - Parameter position: where; nil if unknown.
    private mutating func rest(at position: Double?) {
        motion = .resting
        settlesAt = nil
        self.position = position
        guard traits.hasPosition, !traits.reportsPosition else { return }
        if let position {
            level = Known(value: Self.value(position), certainty: .assumed)
        } else {
            level?.isStale = true
        }
    }

    /// At an end the position shows the direction, unless the link reports that; elsewhere there is none.
    private mutating func showDirectionAtRest() {
        guard motion == .resting, settlesAt == nil, let (position, certainty) = positionAtRest else { return }
        if 0 < position, position < 100 {
            direction = nil
        } else if !traits.reportsDirection, let end = traits.direction(to: position) {
            direction = Known(value: end.value, certainty: certainty)
        }
    }

    private static func value(_ position: Double) -> Value { .level(Percent(clamping: Int(position.rounded()))) }
}
