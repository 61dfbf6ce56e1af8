import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoModel

// Telegrams that can't be decoded, or that a router lost, are no lost connection: locks are known as before.

extension KNXSimulation {
    /// An input that the link is about to receive.
    func notePassed(_ input: KNXLinkMachine.Input) {
        switch input {
        case .expose(.facet(let facet), let value): noteExposed(facet, value)
        case .send(let dispatch):
            guard isLinkUp, dispatch.value != .stop, isLocked(dispatch.target.path) else { return }
            coverage.note("orders of locked covers")
            lockedDispatches.insert(dispatch.id.number)
        // The link forgets what its house no longer has.
        case .use(let profile):
            let bound = Set(profile.bindings.facets.compactMap(\.motion?.locked))
            locks = locks.filter { bound.contains($0.key) }
        default: break
        }
    }

    private func isLocked(_ path: String) -> Bool {
        guard let motion = house.motion(path), let group = motion.locked, let bit = locks[group] else { return false }
        return (bit == .bits(1)) != motion.isLockedInverted
    }

    /// A telegram was delivered to the link.
    func noteLock(_ payload: Payload, on group: GroupAddress) {
        guard isLinkUp, case .bits = payload,
            daemon?.house.bindings.facets.contains(where: { $0.motion?.locked == group }) == true
        else { return }
        locks[group] = payload
    }

    /// What was reported of a lock counts until it is reported again, or the connection is lost.
    func lockedCoversAreNotMoved(_ id: Dispatch.ID, _ dispatch: TrackedDispatch, _ outcome: Outcome) {
        guard lockedDispatches.remove(id.number) != nil else { return }
        switch outcome {
        // Nothing was sent.
        case .impossible, .notSent, .expired: break
        case .accepted, .refused, .unacknowledged, .lost:
            violate("\(dispatch.path) is locked and was ordered \(dispatch.value.word): \(outcome)")
        }
    }

    func noteLink(isUp: Bool, because reason: String = "") {
        if isLinkUp, !isUp { linkIsLostOnlyByItsFaults(reason) }
        isLinkUp = isUp
        locks = [:]
    }

    /// Without a fault of the connection, whatever its telegrams contain, it stays up.
    private func linkIsLostOnlyByItsFaults(_ reason: String) {
        // At the end, it may be closed so that all is read again.
        guard faultyUntil == .min, !hasReadAgain, daemon?.isStopping == false else { return }
        violate(reason)
    }
}
