import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoModel

// Readings that domo shows as confirmed have been on the bus.

extension KNXSimulation {
    func noteDelivery(_ octets: [UInt8]) {
        if let data = Self.data(in: octets), data.code == .confirmation, data.isNegative,
            let refused = data.telegram, refused.service == .read
        {
            // It will not be answered.
            openReads[refused.destination] = nil
        }
        noteBusyRouter(octets)
        guard let telegram = Self.telegram(in: octets, .indication) else { return }
        let group = telegram.destination
        awaitOrder(after: telegram)
        switch telegram.service {
        case .read: break
        case .response(let payload), .write(let payload):
            if house.isOnlyACommand(telegram) { return coverage.note("commands on shared addresses") }
            openReads[group] = nil
            noteLock(payload, on: group)
            note(payload, on: group)
        }
    }

    /// A busy router makes its clients wait. What can't be decoded is not its message.
    private func noteBusyRouter(_ octets: [UInt8]) {
        guard scenario.transport == .routing, case .routingBusy? = try? IPFrame(decoding: octets) else { return }
        noteFault(until: time + 2 * KNXScenario.second)
    }

    private func note(_ payload: Payload, on group: GroupAddress) {
        guard house.reported[group] != nil else { return }
        for facet in house.facets.values where facet.shift == nil && facet.states.contains(group) {
            lastStates[facet.facet] = payload
        }
        lastReports[group] = payload
        references[group, default: []].insert(payload)
        received[group, default: []].insert(payload)
        receivedByLink[group, default: []].insert(payload)
    }

    /// A confirmed reading that is not stale follows from a telegram received over the current connection.
    func beliefsHaveTheirTelegram(_ facet: FacetName, _ reading: Reading) {
        guard reading.certainty == .confirmed, !reading.isStale, let value = reading.value else { return }
        coverage.note("confirmed readings")
        if let own = house.facets[facet], own.shift != nil { return setPointFollowsFromReports(own, value) }
        if case .colour(let colour) = value, let own = house.facets[facet] {
            coverage.note("confirmed colours")
            guard !own.follows(colour, from: { received[$0] ?? [] }) else { return }
            return violate("\(facet.path) \(value.word)")
        }
        let isReceived = reportSources(of: facet).contains { facet, group in
            received[group]?.contains { facet.agrees(value, with: $0) } ?? false
        }
        guard !isReceived, !followsFromSibling(facet, value) else { return }
        violate("\(facet.path) \(value.word)")
    }

    /// A set-point that is ordered as a difference follows from two telegrams of the current connection.
    private func setPointFollowsFromReports(_ facet: KNXFacet, _ value: Value) {
        coverage.note("confirmed shifted set-points")
        let references = facet.shift.flatMap { received[$0.reference.group] } ?? []
        let shifts = facet.states.first.flatMap { received[$0] } ?? []
        let follows = references.contains { reference in
            facet.agrees(value, reference: reference, status: nil)
                || shifts.contains { facet.agrees(value, reference: reference, status: $0) }
        }
        if !follows { violate("\(facet.facet.path) \(value.word)", invariant: "beliefsHaveTheirTelegram") }
    }

    /// At rest a confirmed set-point is what the two last reports say.
    private func setPointIsThatOfTheLastReports(_ facet: KNXFacet, _ value: Value) {
        guard let group = facet.shift?.reference.group, let reference = lastReports[group],
            let status = facet.states.first.flatMap({ lastReports[$0] })
        else { return }
        coverage.note("set-points compared with the last reports")
        guard !facet.agrees(value, reference: reference, status: status) else { return }
        violate("\(facet.facet.path) is shown as \(value.word); the last reports are \(reference) and \(status)")
    }

    /// At rest a confirmed reading is what the last state on the bus says, also if that says nothing.
    func confirmedReadingsSayTheLastState(_ facet: FacetName, _ reading: Reading) {
        guard reading.certainty == .confirmed, !reading.isStale, let value = reading.value else { return }
        if let own = house.facets[facet], own.shift != nil { return setPointIsThatOfTheLastReports(own, value) }
        guard let last = lastStates[facet], let own = house.facets[facet] else { return }
        if case .colour(let colour) = value {
            coverage.note("colours compared with the last reports")
            guard !own.follows(colour, from: { lastReports[$0].map { [$0] } ?? [] }) else { return }
            return violate("\(facet.path) is shown as \(value.word); the last reports say something else")
        }
        coverage.note("readings compared with the last state")
        guard !own.agrees(value, with: last), !followsFromSibling(facet, value) else { return }
        violate("\(facet.path) is shown as \(value.word); the last state is \(last)")
    }

    /// The addresses that report the state of a facet.
    func reportSources(of name: FacetName) -> [(KNXFacet, GroupAddress)] {
        guard let facet = house.facets[name] else { return [] }
        return (facet.states + [facet.motion?.direction].compactMap(\.self)).map { (facet, $0) }
    }

    /// A lamp above 0 % is on, and a lamp that is off is at 0 %. A cover at 0 % is up, and one at 100 % is down.
    private func followsFromSibling(_ facet: FacetName, _ value: Value) -> Bool {
        let sibling = FacetName(path: facet.path, type: facet.type == .regulable ? .binary : .regulable)
        return reportSources(of: sibling).contains { facet, group in
            received[group]?.contains { facet.implies(value, by: $0) } ?? false
        }
    }
}

extension KNXFacet {
    /// Whether a value of its sibling follows from data of this facet.
    func implies(_ value: Value, by payload: Payload) -> Bool {
        switch value {
        case .off: agrees(.level(.zero), with: payload)
        case .on: facet.type == .regulable && !agrees(.level(.zero), with: payload)
        case .level(.zero): agrees(.off, with: payload)
        case .up: facet.type == .regulable && agrees(.level(.zero), with: payload)
        case .down: facet.type == .regulable && agrees(.level(Percent(clamping: 100)), with: payload)
        case .press, .level, .dimming, .stop, .number, .text, .colour: false
        }
    }
}
