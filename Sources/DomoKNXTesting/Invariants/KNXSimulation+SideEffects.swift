import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoKNXSim
import DomoModel

// No telegram that acts each time is sent twice: steps of slats (1.007), to stop covers without a stop address, and what
// the house file marks.

extension KNXSimulation {
    func noteSideEffects(of order: UInt64, _ dispatch: Dispatch) {
        let path = dispatch.target.path
        guard let motion = house.motion(path), motion.stop == nil, motion.step != nil,
            !sideEffects.contains(where: { $0.order == order })
        else { return }
        if dispatch.value == .stop { sideEffects.append(SideEffect(order: order, path: path)) }
    }

    func endSideEffects(of order: UInt64) {
        for index in sideEffects.indices where sideEffects[index].order == order && sideEffects[index].endsAt == .max {
            sideEffects[index].endsAt = time + Self.echo
        }
    }

    /// What acts each time is requested of the interface at most once per order. A repetition with the same sequence
    /// number is not a second request.
    func sideEffectsAreSentOnce(_ id: UInt64) {
        guard let dispatch = dispatches[id], actsEachTime(dispatch) else { return }
        coverage.note("side effects")
        if !sentSideEffects.insert(dispatch.order).inserted {
            violate("order \(dispatch.order) for \(dispatch.path) is sent again")
        }
    }

    private func actsEachTime(_ dispatch: TrackedDispatch) -> Bool {
        if case .dimming(let dimming) = dispatch.value { return dimming != .stop }
        if dispatch.value == .stop { return house.motion(dispatch.path)?.mayRepeatStop == false }
        guard let facet = house.facets[FacetName(path: dispatch.path, type: dispatch.value.type)] else { return false }
        return facet.repeats == false
    }

    /// Notes a telegram on the bus.
    func notePassed(_ passed: PassedTelegram) {
        coverage.note("telegrams on the bus")
        guard case .interface = passed.origin else { return }
        notePassedStop(passed)
        passedOwn.append(passed)
        if passedOwn.count > 400 { passedOwn.removeFirst(200) }
        guard case .write = passed.telegram.service,
            let cover = house.bindings.facets.first(where: {
                $0.motion?.stop == nil && $0.motion?.step == passed.telegram.destination
            })
        else { return }
        coverage.note("steps")
        stepsAreSentOnce(cover.facet.path)
    }

    private func stepsAreSentOnce(_ path: String) {
        sideEffects.removeAll { $0.endsAt < time }
        guard let index = sideEffects.firstIndex(where: { $0.path == path && !$0.isUsed }) else {
            return violate("\(path) was stepped again")
        }
        sideEffects[index].isUsed = true
    }
}
