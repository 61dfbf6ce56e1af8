import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoModel

// Injected faults. None of this happens in a run without sabotage.

extension KNXSimulation {
    /// True every fourth time for the selected sabotage.
    func breaks(_ kind: Sabotage) -> Bool {
        guard sabotage == kind else { return false }
        chances += 1
        return chances.isMultiple(of: 4)
    }

    /// The inputs that the link gets instead of the one from the engine, and their delay.
    func sabotaged(_ input: KNXLinkMachine.Input) -> (inputs: [KNXLinkMachine.Input], delay: Int64) {
        guard sabotage != nil else { return ([input], 0) }
        switch input {
        case .send(let dispatch):
            if breaks(.sendsLate) { return ([input], dispatch.timeout.nanoseconds + 50_000_000) }
            if sabotage == .servesReadsFirst, !openReads.isEmpty { return ([input], 300_000_000) }
            if sabotage == .stopsTwice, dispatch.value == .stop { return ([input, .send(unknown(dispatch))], 0) }
        case .read: if breaks(.forgetsQueries) { return ([], 0) }
        default: break
        }
        return ([input], 0)
    }

    /// The inputs that the engine gets instead of the one from the link.
    func sabotaged(_ input: DomoEngine.Input) -> [DomoEngine.Input] {
        guard sabotage != nil else { return [input] }
        switch input {
        case .observed(let link, var observations):
            if breaks(.losesStates) { return [] }
            guard breaks(.inventsStates) else { return [input] }
            for index in observations.indices where observations[index].value == .on {
                observations[index].value = .off
            }
            return [.observed(link, observations)]
        case .link(_, _, .up):
            if sabotage == .writesAtConnect, let order = unsolicited { feedLink(.send(order)) }
        default: break
        }
        return [input]
    }

    /// A copy of a dispatch with an ID that the engine does not know.
    private func unknown(_ dispatch: Dispatch) -> Dispatch {
        var copy = dispatch
        copy.id = Dispatch.ID(dispatch.id.number + Self.firstUnknown)
        return copy
    }

    private var unsolicited: Dispatch? {
        guard let facet = house.bindings.facets.first(where: { $0.facet.type == .binary && $0.command != nil })?.facet
        else { return nil }
        let types = FacetTypes([.binary]) ?? FacetTypes()
        let target = Target(name: facet.path, path: facet.path, types: types)
        return Dispatch(id: Dispatch.ID(Self.firstUnknown), target: target, value: .on, timeout: .seconds(5))
    }

    private static let firstUnknown: UInt64 = 1 << 40

    func isUnknown(_ id: Dispatch.ID) -> Bool { id.number >= Self.firstUnknown }
}
