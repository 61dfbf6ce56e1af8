import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// The telegrams of timed movements.

extension BusMachine {
    mutating func carryOut(_ step: Covers.Step, at now: Instant) {
        switch step {
        case .stop(let path): stop(path, isRetry: false, at: now)
        case .move(let movement): move(movement, at: now)
        case .rest(let path): covers.report(path, at: now, into: &actions)
        }
    }

    private mutating func move(_ movement: CoverMovement, at now: Instant) {
        guard connection.isUp else { return covers.forget(movement.path) }
        do throws(SignalFault) {
            let path = movement.path
            let (address, payload, _) = try profile.telegram(for: movement.value, path: path, name: path)
            send(GroupTelegram(destination: address, service: .write(payload)), for: .coverMove(movement), at: now)
        } catch {
            actions.append(.note(error.message))
            covers.forget(movement.path)
        }
    }

    /// Handles the end of a telegram with which a movement begins.
    mutating func endMovement(_ movement: CoverMovement, _ end: TelegramEnd, at now: Instant) {
        if end.isSent {
            covers.begin(movement, at: now, into: &actions)
        } else {
            covers.forget(movement.path)
        }
    }

    private mutating func stop(_ path: String, isRetry: Bool, at now: Instant) {
        guard connection.isUp, let motion = profile.motion(path), let address = motion.stop ?? motion.step else {
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
        let isUp = connection.isUp
        let isRepeated = covers.endStop(of: path, end, isRetry: isRetry, isUp: isUp, at: now, into: &actions)
        if isRepeated { stop(path, isRetry: true, at: now) }
    }
}
