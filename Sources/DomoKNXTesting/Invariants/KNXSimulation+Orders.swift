import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoKNXSim
import DomoLanguage
import DomoModel

// The lifetime of orders, as seen from outside.

extension KNXSimulation {
    /// The maximum time for which a telegram may wait in the interface.
    static let echo: Int64 = 15 * KNXScenario.second

    func follow(_ record: OrderRecord) {
        lastOrder = max(lastOrder, record.id)
        switch record.stage {
        case .requested:
            openOrders.insert(record.id)
            noteOrder(record)
        case .sent:
            openOrders.insert(record.id)
            orderJustSent = record.id
            noteOrder(record)
        case .accepted, .failed, .superseded, .expired:
            openOrders.remove(record.id)
            coverage.note("stage \(record.stage.rawValue)")
            endSideEffects(of: record.id)
        case .confirmed, .mismatch, .unconfirmed: coverage.note("stage \(record.stage.rawValue)")
        }
    }

    /// Each dispatch is reported exactly once, at the latest shortly after its deadline.
    func noteOutcome(_ id: Dispatch.ID, _ outcome: Outcome) {
        guard let dispatch = dispatches.removeValue(forKey: id.number) else {
            return violate("\(id.number) is reported again", invariant: "dispatchesAreReportedOnce")
        }
        if time > dispatch.deadline + Self.grace {
            violate("\(id.number): \(time - dispatch.deadline) ns late", invariant: "dispatchesAreReportedInTime")
        }
        if awaitedOrder?.dispatch == id.number { awaitedOrder = nil }
        lockedCoversAreNotMoved(id, dispatch, outcome)
        switch outcome {
        case .accepted:
            coverage.note("outcome accepted")
            acceptedMeansThatTheBusTookIt(id, dispatch)
        case .refused: coverage.note("outcome refused")
        case .unacknowledged: coverage.note("outcome unacknowledged")
        case .notSent: coverage.note("outcome not sent")
        case .expired: coverage.note("outcome expired")
        case .lost: coverage.note("outcome lost")
        case .impossible: coverage.note("outcome impossible")
        }
        if dispatch.isUrgent { endSideEffects(of: dispatch.order) }
        switch outcome {
        case .notSent, .expired, .impossible:
            if dispatch.transmittedAt != nil {
                violate("\(id.number): \(outcome)", invariant: "whatWasSentIsNotReportedAsNotSent")
            }
        case .accepted, .refused, .unacknowledged, .lost: break
        }
    }

    private func acceptedMeansThatTheBusTookIt(_ id: Dispatch.ID, _ dispatch: TrackedDispatch) {
        guard dispatch.transmittedAt != nil else {
            return violate("\(id.number) was accepted but never sent")
        }
        // A router may lose it.
        guard scenario.transport != .routing else { return }
        let isThere = passedOwn.contains { passed in
            began + passed.time.nanoseconds > time - Self.echo && carries(passed.telegram, dispatch)
        }
        if !isThere { violate("\(id.number) was accepted but not sent on the bus") }
    }

    func queriesAreAnsweredOnceAndInTime(_ id: Dispatch.ID) {
        guard let due = queries.removeValue(forKey: id.number) else {
            return violate("query \(id.number) is answered again")
        }
        if time > due + Self.grace { violate("query \(id.number) is answered \(time - due) ns late") }
    }

    // MARK: - Matching telegrams

    /// Whether a level of the element is reached by a timed movement.
    func isTimed(_ path: String) -> Bool {
        guard let motion = house.motion(path), motion.up != nil else { return false }
        return house.facets[FacetName(path: path, type: .regulable)]?.command == nil
    }

    /// Whether a telegram is that of a dispatch.
    func carries(_ telegram: GroupTelegram, _ dispatch: TrackedDispatch) -> Bool {
        guard case .write(let payload) = telegram.service else { return false }
        let motion = house.motion(dispatch.path)
        if dispatch.value == .stop { return telegram.destination == motion?.stop ?? motion?.step }
        guard let facet = house.facets[FacetName(path: dispatch.path, type: dispatch.value.type)] else { return false }
        if case .dimming(let dimming) = dispatch.value {
            coverage.note("dimming \(dimming.direction)")
            return telegram.destination == facet.relative && payload == facet.payload(for: dimming)
        }
        if case .colour(let colour) = dispatch.value {
            coverage.note("orders of colours")
            return facet.ordersColour(colour, telegram.destination, payload)
        }
        if facet.shift != nil { return carriesShift(telegram, payload, dispatch.value, facet) }
        return telegram.destination == facet.command && facet.agrees(dispatch.value, with: payload)
    }

    /// A shift from a base that was reported. With a reported set-point there are more bases than can be told from here.
    private func carriesShift(
        _ telegram: GroupTelegram,
        _ payload: Payload,
        _ value: Value,
        _ facet: KNXFacet
    ) -> Bool {
        guard telegram.destination == facet.command, case .base(let base)? = facet.shift?.reference else {
            return telegram.destination == facet.command
        }
        coverage.note("orders of shifts")
        // Its telegram may have waited while the link was down.
        return references[base]?.contains { facet.agrees(value, reference: $0, status: payload) } ?? false
    }
}
