import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoKNXSim
import DomoModel

// No telegram with a side effect on repetition is sent twice. The only such telegrams of domo are steps of slats
// (1.007), to stop covers without a stop address.

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
