import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoKNXSim
import DomoLanguage
import DomoModel

// After the last fault everything comes to rest, and domo shows the true state.

extension KNXSimulation {
    /// The maximum backoff of the connection, plus the time for which a killed client holds its tunnel, plus reads.
    private static let maxUnrest: Int64 = 400 * KNXScenario.second
    /// The maximum time before a retry; after damaged telegrams, before states are read again.
    private var rest: Int64 { (scenario.damages > 0 ? 75 : 36) * KNXScenario.second }

    func letPeopleRest() {
        trace { "everybody rests" }
        isResting = true
        interface.silenceOthers()
        // A lost frame is noticed with the next one.
        if let group = house.reported.keys.min(by: { $0.raw < $1.raw }) {
            let read = GroupTelegram(source: WallPress.defaultSwitch, destination: group, service: .read)
            let presses = [2, 20].map { WallPress(at: busTime + .seconds($0), read) }
            carryOut(interface.press(presses, at: busTime))
        }
        schedule(.checkRest, after: KNXScenario.second)
    }

    func checkRest() {
        if time > began + scenario.activeTime + Self.maxUnrest {
            return violate(unrest ?? "the bus is busy", invariant: "everythingComesToRest")
        }
        guard unrest == nil else {
            restedSince = nil
            return schedule(.checkRest, after: KNXScenario.second)
        }
        let since = restedSince ?? time
        restedSince = since
        guard time - since >= rest else { return schedule(.checkRest, after: KNXScenario.second) }
        guard interface.isQuiet else { return schedule(.checkRest, after: dice.milliseconds(20...100)) }
        if scenario.readsAgainAtTheEnd, !hasReadAgain, scenario.transport != .routing {
            hasReadAgain = true
            restedSince = nil
            trace { "everything is read again" }
            carryOut(interface.add(KNXFault(.disconnect), at: busTime) ?? [])
            return schedule(.checkRest, after: KNXScenario.second)
        }
        isOver = true
        readingsAreTrue()
        engineHoldsNothing()
    }

    /// What has not come to rest yet; nil if all has.
    private var unrest: String? {
        guard let held = daemon?.engine.held else { return "the daemon is not running" }
        if daemon?.isStopping == true { return "the daemon is stopping" }
        if daemon?.isLinkUp == false { return "the link is down" }
        if let request = requests.keys.min() { return "request \(request) has no reply" }
        if let dispatch = dispatches.keys.min() { return "dispatch \(dispatch) is pending" }
        if let query = queries.keys.min() { return "query \(query) is pending" }
        for what in ["orders", "awaiting", "queries", "urgent queries", "scene runs"] {
            if let count = held[what], count != 0 { return "the engine holds \(count) \(what)" }
        }
        return nil
    }

    private func engineHoldsNothing() {
        let held = daemon?.engine.held ?? [:]
        let nothing = [
            "flights", "lanes", "waiting", "in flight", "unsaved orders", "abandoned", "awaited", "cover steps",
            "sent cover steps",
        ]
        for what in nothing {
            if let count = held[what], count != 0 { violate("\(count) \(what)") }
        }
    }

    // MARK: - True state

    private func readingsAreTrue() {
        for element in house.elements {
            let request = Request.show(element: KNXHouse.path(element))
            let reply = daemon?.engine.answerAtOnce(request, by: .user(0, name: "judge"), at: instant)?.reply
            guard case .element(let view)? = reply else {
                violate("\(element.name) is not shown")
                continue
            }
            for reading in view.readings {
                trace { "\(element.name): \(Self.brief(reading))" }
                // Between its ends a cover has no direction.
                if view.cover?.state == .between, reading.type == .bidirectional { continue }
                readingIsTrue(FacetName(path: view.path, type: reading.type), reading.reading)
                confirmedReadingsSayTheLastState(FacetName(path: view.path, type: reading.type), reading.reading)
            }
        }
    }

    /// A confirmed reading equals the state on the bus; so does an assumed reading of a facet that reports its state
    /// and may be read. After everything was read, all readable facets are confirmed.
    private func readingIsTrue(_ name: FacetName, _ reading: Reading) {
        let sources = reportSources(of: name).compactMap { facet, group in
            interface.bus.value(of: group, at: busTime).map { (facet, $0) }
        }
        let isKnown = reading.certainty == .confirmed && !reading.isStale
        if let value = reading.value, !reading.isStale, let (facet, payload) = sources.first {
            coverage.note("\(reading.certainty.rawValue) readings at rest")
            // A direction address does not report that a cover has stopped.
            if value == .stop, reading.certainty == .assumed { return }
            let maySay = reading.certainty == .confirmed || facet.read != .never
            if maySay, !isTrue(value, facet, payload) {
                violate("\(name.path) is shown as \(value.word), \(reading.certainty.rawValue); the bus has \(payload)")
            }
        } else if isKnown, sources.isEmpty, let value = reading.value, !isImplied(name, value) {
            violate("\(name.path) is shown as \(value.word)")
        }
        // A reading that expires may do so at any time.
        guard hasReadAgain, let facet = house.facets[name], facet.expires == nil, house.addressToRead(facet) != nil,
            !isKnown
        else { return }
        violate("\(name.path) was read and is \(reading.certainty.rawValue)", invariant: "whatIsReadIsKnown")
    }

    /// - `status`: The data on the state address of the facet.
    private func isTrue(_ value: Value, _ facet: KNXFacet, _ status: Payload) -> Bool {
        if case .colour(let colour) = value {
            coverage.note("colours at rest")
            return facet.follows(colour, from: { interface.bus.value(of: $0, at: busTime).map { [$0] } ?? [] })
        }
        guard let shift = facet.shift else { return facet.agrees(value, with: status) }
        coverage.note("shifted set-points at rest")
        return interface.bus.value(of: shift.reference.group, at: busTime).map {
            facet.agrees(value, reference: $0, status: status)
        } ?? false
    }

    private func isImplied(_ name: FacetName, _ value: Value) -> Bool {
        let sibling = FacetName(path: name.path, type: name.type == .regulable ? .binary : .regulable)
        return reportSources(of: sibling).contains { facet, group in
            interface.bus.value(of: group, at: busTime).map { facet.implies(value, by: $0) } ?? false
        }
    }
}
