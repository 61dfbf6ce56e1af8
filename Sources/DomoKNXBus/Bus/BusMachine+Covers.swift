import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Movements of covers, and what is known about their positions.

extension BusMachine {
    /// Reports whether a cover moves and, at rest, the position estimated from its travel times.
    mutating func reportMovement(_ path: String, at now: Instant) {
        guard let cover = covers[path] else { return }
        for type in [FacetType.bidirectional, .regulable] where profile.isBound(path, type) {
            report(FacetName(path: path, type: type), nil, .movement, isMoving: cover.isMoving)
        }
        let level = profile.facet(path, .regulable)
        // A status from the bus takes precedence over any estimate.
        guard profile.isBound(path, .regulable), level?.states.isEmpty ?? true, !cover.isMoving else { return }
        let position = cover.estimate.position(at: now).map { level?.isInverted == true ? 100 - $0 : $0 }
        let value = position.map { Value.level(Percent(clamping: Int($0.rounded()))) }
        report(FacetName(path: path, type: .regulable), value, .commandSeen)
    }

    mutating func carryOut(_ step: Covers.Step, at now: Instant) {
        switch step {
        case .stop(let path): stop(path, isRetry: false, at: now)
        case .move(let path, let direction, let target):
            guard isUp else { return covers.forget(path) }
            do throws(SignalFault) {
                let (address, payload, _) = try profile.telegram(for: direction.value, path: path, name: path)
                let start = CoverStart(path: path, direction: direction, target: target)
                send(GroupTelegram(destination: address, service: .write(payload)), for: .coverMove(start), at: now)
            } catch {
                actions.append(.note(error.message))
                covers.forget(path)
            }
        case .finished(let path): reportMovement(path, at: now)
        }
    }

    /// The telegram of a movement is on the bus.
    mutating func began(_ start: CoverStart, at now: Instant) {
        if let target = start.target {
            covers.began(start.path, start.direction, to: target, at: now)
        } else {
            covers.move(start.path, start.direction, at: now)
        }
        reportMovement(start.path, at: now)
    }

    private mutating func stop(_ path: String, isRetry: Bool, at now: Instant) {
        guard isUp, let motion = profile.motion(path), let address = motion.stop ?? motion.step else {
            return covers.forget(path)
        }
        let payload = Payload.bits(motion.stop == nil ? 0 : 1)
        send(
            GroupTelegram(destination: address, service: .write(payload)),
            for: .coverStop(path: path, isRetry: isRetry),
            at: now
        )
    }

    mutating func endStop(_ path: String, isRetry: Bool, _ end: TelegramEnd, at now: Instant) {
        if end == .confirmed || end == .sent {
            covers.stop(path, at: now)
        } else if !isRetry, isUp, end.isKnownNotSent || profile.motion(path)?.stop != nil {
            // The cover is still moving: retry the stop once, if a repeated stop is safe.
            return stop(path, isRetry: true, at: now)
        } else {
            actions.append(.note("\(path) was not stopped: \(end.text)"))
            covers.forget(path)
        }
        reportMovement(path, at: now)
    }
}
