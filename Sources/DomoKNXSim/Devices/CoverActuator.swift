import DomoKNX
import DomoKNXHouse
import DomoModel

/// A blind, a shutter or an awning: `Movimiento`, with or without a `Nivel` for its position. It always knows its
/// position. With an inverted level it is one that reports closed as 0 %. Its slats turn with every movement: down closes
/// them, up opens them. A position of the slats that is ordered while it moves is taken when it has stopped.
struct CoverActuator: SimulatedDevice {
    private let motion: KNXFacet
    private let level: KNXFacet?
    private let slats: KNXFacet?
    private let settings: BusSettings
    private var turn = Travel(at: 0)
    /// The position of the slats that was ordered last; nil after another movement.
    private var wantedTurn: Double?
    private var isTurning = false
    private var travel = Travel(at: 0)
    private var direction = CoverMotion.Heading.up
    private var isLocked = false
    private var steps = 0
    /// True while it moves or until its arrival has been reported.
    private var isUnderway = false
    private var nextReport: Duration = .zero

    init(motion: KNXFacet, level: KNXFacet?, slats: KNXFacet? = nil, _ settings: BusSettings) {
        self.motion = motion
        self.level = level
        self.slats = slats
        self.settings = settings
    }

    private var parts: KNXMotion { motion.motion ?? KNXMotion() }

    var facets: [KNXFacet] { [motion] + [level, slats].compactMap(\.self) }

    var inputs: [GroupAddress] {
        let parts = parts
        return facets.flatMap(\.commands) + [parts.stop, parts.step, parts.locked].compactMap { $0 }
    }

    var outputs: [GroupAddress] {
        let parts = parts
        return facets.flatMap(\.states)
            + [parts.moving, parts.movingDown, parts.direction, parts.locked].compactMap { $0 }
    }

    mutating func receive(_ payload: Payload, on group: GroupAddress, at now: Duration, _ reactions: inout Reactions) {
        if group == parts.locked {
            guard case .bits(let bit) = payload else { return }
            isLocked = (bit & 1 == 1) != parts.isLockedInverted
            if isLocked { stop(at: now, &reactions) }
        } else if group == parts.stop {
            stop(at: now, &reactions)
        } else if group == parts.step {
            // 1.007: a step at rest, a stop while it moves.
            if travel.isMoving(at: now) { stop(at: now, &reactions) } else if !isLocked { steps += 1 }
        } else if isLocked {
            return
        } else if let isDown = motion.bit(of: payload, on: group) {
            // 1.008: 0 is up, 1 is down.
            move(to: isDown ? 100 : 0, at: now, &reactions)
        } else if let wanted = level?.level(of: payload, on: group) {
            move(to: wanted, at: now, &reactions)
        } else if let wanted = slats?.level(of: payload, on: group) {
            wantedTurn = wanted
            turnSlats(at: now, &reactions)
        }
    }

    /// The time in which the slats turn from one end to the other.
    private static let turningTime: Duration = .milliseconds(1500)

    private mutating func turnSlats(at now: Duration, _ reactions: inout Reactions) {
        guard let wantedTurn, !travel.isMoving(at: now) else { return }
        turn.move(to: wantedTurn, full: Self.turningTime, at: now)
        self.wantedTurn = nil
        isTurning = true
        wake(at: now, &reactions)
    }

    private mutating func move(to target: Double, at now: Duration, _ reactions: inout Reactions) {
        let position = travel.position(at: now)
        let full = target < position ? parts.up : parts.down
        travel.move(to: target, full: full ?? settings.coverTravel, at: now)
        isUnderway = true
        if target != position {
            direction = target < position ? .up : .down
        } else if target == 0 || target == 100 {
            direction = target == 0 ? .up : .down
        }
        // A cover that is already there reports below that it does not move.
        let begins = travel.isMoving(at: now)
        if begins {
            wantedTurn = nil
            turn.move(to: target < position ? 0 : 100, full: Self.turningTime, at: now)
        }
        reactions.reports += (begins ? movingReports : []) + [parts.direction].compactMap { $0 }
        if begins { reactions.reports += motion.states }
        nextReport = now + (settings.positionInterval ?? .zero)
        wake(at: now, &reactions)
    }

    private mutating func stop(at now: Duration, _ reactions: inout Reactions) {
        guard travel.isMoving(at: now) else { return }
        travel.stop(at: now)
        wake(at: now, &reactions)
    }

    mutating func wake(at now: Duration, _ reactions: inout Reactions) {
        wakeSlats(at: now, &reactions)
        guard isUnderway else { return }
        guard travel.isMoving(at: now) else {
            isUnderway = false
            turn.stop(at: now)
            reactions.reports += movingReports + motion.states + (level?.states ?? []) + (slats?.states ?? [])
            turnSlats(at: now, &reactions)
            return
        }
        reactions.wake = min(travel.end, reactions.wake ?? travel.end)
        guard let interval = settings.positionInterval, let level, !level.states.isEmpty else { return }
        if nextReport <= now {
            reactions.reports += level.states
            nextReport = now + interval
        }
        reactions.wake = min(reactions.wake ?? travel.end, nextReport)
    }

    /// Slats that were turned report it when they have arrived.
    private mutating func wakeSlats(at now: Duration, _ reactions: inout Reactions) {
        guard isTurning else { return }
        if turn.isMoving(at: now) {
            reactions.wake = turn.end
        } else {
            isTurning = false
            reactions.reports += slats?.states ?? []
        }
    }

    private var movingReports: [GroupAddress] { [parts.moving, parts.movingDown].compactMap { $0 } }

    /// - Parameter isOwn: Whether the address reports the present direction.
    private func movement(_ isOwn: Bool, at now: Duration) -> Payload {
        .bits((isOwn && travel.isMoving(at: now)) != parts.isMovingInverted ? 1 : 0)
    }

    func value(of group: GroupAddress, at now: Duration) -> Payload? {
        let parts = parts
        if let level, level.states.contains(group) {
            return level.payload(ofLevel: travel.position(at: now))
        }
        if let slats, slats.states.contains(group) { return slats.payload(ofLevel: turn.position(at: now)) }
        switch group {
        case parts.moving: return movement(parts.movingDown == nil || direction == .up, at: now)
        case parts.movingDown: return movement(direction == .down, at: now)
        case parts.direction: return .bits((direction == .down) != motion.isInverted ? 1 : 0)
        case parts.locked: return .bits(isLocked != parts.isLockedInverted ? 1 : 0)
        default: return motion.payload(of: direction == .down)
        }
    }

    func states(at now: Duration) -> [SimulatedState] {
        let position = travel.position(at: now)
        let state = CoverMotion(
            position: position,
            heading: travel.isMoving(at: now) ? direction : nil,
            direction: direction,
            isLocked: isLocked,
            steps: steps
        )
        let slats: [SimulatedState] = self.slats == nil ? [] : [.level(turn.position(at: now))]
        return [.motion(state)] + (level == nil ? [] : [.level(position)]) + slats
    }

    mutating func shuffle(_ dice: inout SplitMix64) {
        turn = Travel(at: Double(dice.below(11)) * 10)
        travel = Travel(at: [0, 100, Double(dice.below(101))][dice.below(3)])
        direction = travel.target == 0 ? .up : travel.target == 100 ? .down : dice.below(2) == 0 ? .up : .down
    }
}
