public import DomoEngine
import DomoKNX
public import DomoModel

// Covers, and what others' facets show on the bus.

extension BusMachine {
    /// Whether a cover moves, and where it is at rest as far as only its travel times say.
    mutating func reportMovement(_ path: String, at now: Instant) {
        guard let cover = covers[path] else { return }
        for type in [FacetType.bidirectional, .regulable] where profile.isBound(path, type) {
            report(FacetName(path: path, type: type), nil, .movement, isMoving: cover.isMoving)
        }
        let level = profile.facet(path, .regulable)
        // The status of the bus wins over any estimate.
        guard profile.isBound(path, .regulable), level?.states.isEmpty ?? true, !cover.isMoving else { return }
        let position = cover.estimate.position(at: now).map { level?.isInverted == true ? 100 - $0 : $0 }
        let value = position.map { Value.level(Percent(clamping: Int($0.rounded()))) }
        report(FacetName(path: path, type: .regulable), value, .commandSeen)
    }

    mutating func carryOut(_ step: Covers.Step, at now: Instant) {
        switch step {
        case .stop(let path): stop(path, isRetry: false)
        case .move(let path, let direction):
            guard isUp, let telegram = telegram(path, direction) else { return covers.forget(path) }
            send(telegram, for: .coverMove(path: path))
            covers.resume(path, direction, at: now)
            reportMovement(path, at: now)
        case .finished(let path): reportMovement(path, at: now)
        }
    }

    private mutating func stop(_ path: String, isRetry: Bool) {
        guard isUp, let motion = profile.motion(path), let address = motion.stop ?? motion.step else {
            return covers.forget(path)
        }
        let payload = Payload.bits(motion.stop == nil ? 0 : 1)
        send(
            GroupTelegram(destination: address, service: .write(payload)),
            for: .coverStop(path: path, isRetry: isRetry)
        )
    }

    mutating func endStop(_ path: String, isRetry: Bool, _ end: TelegramEnd, at now: Instant) {
        if end == .confirmed || end == .sent {
            covers.stop(path, at: now)
        } else if !isRetry, isUp {
            // It moves on: the stop is tried once more, while that still helps.
            return stop(path, isRetry: true)
        } else {
            actions.append(.note("\(path) was not stopped: \(end.text)"))
            covers.forget(path)
        }
        reportMovement(path, at: now)
    }

    /// A facet that the link exposes has this value now.
    public mutating func expose(_ facet: FacetName, _ value: Value?, at now: Instant) -> [Action] {
        for number in exposing.note(facet, value, at: now) { expose(number, at: now) }
        return takeActions()
    }
}
