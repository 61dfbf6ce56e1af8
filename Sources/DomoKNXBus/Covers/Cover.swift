import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// One cover: its features in the house file, its known or estimated position, and the timed movement in progress.
struct Cover: Sendable {
    /// A movement that domo ends itself because the cover has no address for positions.
    private enum Plan: Sendable {
        /// The cover moves and is stopped at this time. → none.
        case stop(at: Instant)
        /// The position was unknown: the cover first moves to an end, then from there to the position. → `stop`.
        case turn(at: Instant, to: Double)

        var time: Instant {
            switch self {
            case .stop(let time), .turn(let time, _): time
            }
        }
    }

    /// What is due at a time.
    enum Step: Sendable {
        case stop
        case move(CoverMovement)
        /// According to its travel times the cover has reached the end of travel.
        case rest
    }

    /// The rest before a change of direction, so that the motor has stopped.
    private static let pauseBeforeTurn: Duration = .milliseconds(500)

    private let path: String
    private let motion: KNXMotion?
    /// The facets that report movement.
    private let types: [FacetType]
    private let isTimed: Bool
    /// Whether 0 % of its level means 100 % on the bus.
    private let isInverted: Bool
    /// A status from the bus takes precedence over any estimate.
    private let showsEstimate: Bool

    private var estimate: CoverEstimate
    /// True for 1 on the lock address; nil until a telegram arrives.
    private var isLocked: Bool?
    /// As reported on its address; nil if it has none, or until a telegram arrives.
    private var isReportedMoving: Bool?
    private var plan: Plan?

    /// - Parameter motion: The motion with the travel times.
    init(_ path: String, _ motion: KNXMotion, _ profile: KNXLinkProfile) {
        self.path = path
        self.motion = profile.motion(path)
        types = [.bidirectional, .regulable].filter { profile.isBound(path, $0) }
        isTimed = profile.isTimed(path)
        let level = profile.facet(path, .regulable)
        isInverted = level?.isInverted ?? false
        showsEstimate = profile.isBound(path, .regulable) && level?.states.isEmpty ?? true
        estimate = CoverEstimate(up: motion.up, down: motion.down)
    }

    /// Keeps what is known about the cover over a load, unless its travel times changed.
    mutating func keep(_ old: Cover) {
        guard estimate.travel(.up) == old.estimate.travel(.up), estimate.travel(.down) == old.estimate.travel(.down)
        else { return }
        (estimate, isLocked, isReportedMoving, plan) = (old.estimate, old.isLocked, old.isReportedMoving, old.plan)
    }

    var isMoving: Bool { isReportedMoving ?? (estimate.direction != nil) }

    /// Whether a stop may be repeated: a second step would turn the slats.
    var hasStopAddress: Bool { motion?.stop != nil }

    /// Whether the cover moves and, at rest, the position estimated from its travel times.
    func observations(at now: Instant) -> [Observation] {
        let movements = types.map {
            Observation(FacetName(path: path, type: $0), nil, kind: .movement, isMoving: isMoving)
        }
        guard showsEstimate, !isMoving else { return movements }
        let position = estimate.position(at: now).map { isInverted ? 100 - $0 : $0 }
        let value = position.map { Value.level(Percent(clamping: Int($0.rounded()))) }
        return movements + [Observation(FacetName(path: path, type: .regulable), value, kind: .commandSeen)]
    }

    // MARK: - Orders

    func order(_ value: Value, at now: Instant) -> Covers.Order {
        if let refusal = refusal(of: value) { return .end(refusal) }
        if case .level(let level) = value, isTimed {
            let target = position(of: level)
            // The cover is already there: a telegram would move it away.
            guard let direction = way(to: target, at: now) else { return .end(.accepted) }
            return .write(direction.value, CoverMovement(path, direction, to: target))
        }
        // The cover is at rest: a telegram to the step address would turn the slats.
        if value == .stop, let motion, motion.stop == nil, !isMoving { return .end(.accepted) }
        return .write(value, CoverEstimate.Direction(value).map { CoverMovement(path, $0) })
    }

    private func refusal(of value: Value) -> Outcome? {
        guard value.type == .bidirectional || value.type == .regulable, value != .stop, isLocked == true,
            let locked = motion?.locked
        else { return nil }
        return .refused(
            reason: "it is locked: \(locked) is 1",
            isPassing: false,
            hint: "clear the cause of the lock (wind, rain, an open window) and send the order again"
        )
    }

    private func position(of level: Percent) -> Double { Double(isInverted ? 100 - level.value : level.value) }

    /// The direction in which the cover has to move first to reach a position; nil if according to the estimate it is
    /// already there. The cover always moves to its ends, since the estimate may be wrong.
    private func way(to target: Double, at now: Instant) -> CoverEstimate.Direction? {
        if target <= 0 { return .up }
        if target >= 100 { return .down }
        guard let position = estimate.position(at: now) else {
            let direction: CoverEstimate.Direction = target < 50 ? .up : .down
            return estimate.travel(direction) == nil ? nil : direction
        }
        guard abs(position - target) >= 1, estimate.time(from: position, to: target) != nil else { return nil }
        return target < position ? .up : .down
    }

    /// The telegram of a movement is on the bus: its time counts from now. The movement replaces any planned one.
    mutating func begin(_ movement: CoverMovement, at now: Instant) {
        let (before, direction) = (estimate, movement.direction)
        move(direction, at: now)
        guard let target = movement.target, 0 < target, target < 100 else { return }
        if let position = before.position(at: now), (target < position) == (direction == .up),
            let time = before.time(from: position, to: target)
        {
            plan = .stop(at: now + time)
        } else if let travel = before.travel(direction) {
            plan = .turn(at: now + travel + CoverEstimate.overrun + Self.pauseBeforeTurn, to: target)
        }
    }

    private mutating func move(_ direction: CoverEstimate.Direction, at now: Instant) {
        plan = nil
        estimate.move(direction, at: now)
    }

    // MARK: - Telegrams

    /// - Returns: False if the event is none of a cover's movement.
    mutating func handle(_ event: Covers.Event, at now: Instant) -> Bool {
        switch event {
        case .commanded(let value):
            guard let direction = CoverEstimate.Direction(value) else { return false }
            move(direction, at: now)
        case .stopped: stop(at: now)
        case .moving(let isMoving):
            isReportedMoving = isMoving
            if !isMoving { estimate.stop(at: now) }
        case .locked(let isLocked):
            self.isLocked = isLocked
            return false
        }
        return true
    }

    /// Notes a level reported by the bus, which takes precedence over any estimate.
    mutating func note(_ level: Percent, at now: Instant) { estimate.note(position: position(of: level), at: now) }

    mutating func stop(at now: Instant) {
        plan = nil
        estimate.stop(at: now)
    }

    /// Makes the position unknown; no planned movement follows.
    mutating func forget() {
        plan = nil
        estimate.forget()
    }

    /// Without a connection domo can neither stop the cover nor see other commands.
    mutating func disconnect() {
        forget()
        isLocked = nil
        isReportedMoving = nil
    }

    // MARK: - Time

    mutating func wake(at now: Instant) -> Step? {
        guard let plan, plan.time <= now else { return estimate.finish(at: now) ? .rest : nil }
        self.plan = nil
        switch plan {
        case .stop: return .stop
        case .turn(_, let target):
            _ = estimate.finish(at: now)
            // If the position is still unknown, the movement ends at the end of travel.
            guard estimate.position(at: now) != nil, let direction = way(to: target, at: now) else { return nil }
            return .move(CoverMovement(path, direction, to: target))
        }
    }

    var earliest: Instant? { [plan?.time, estimate.end].compactMap(\.self).min() }
}
