import DomoLanguage
import DomoModel

// What links report unasked.

extension Engine {
    mutating func handle(_ observations: [Observation], from id: LinkID, at now: Instant) {
        // A link that was replaced no longer counts.
        guard links.isCurrent(id) else { return }
        for observation in observations {
            guard let element = houses.index.element(at: observation.facet.path) else { continue }
            let representative = houses.representative(of: element)
            if polling.hasComparisons, compare(observation, of: representative, from: id, at: now) { continue }
            handle(observation, of: representative, from: id, at: now)
        }
    }

    private mutating func handle(_ observation: Observation, of element: ElementID, from id: LinkID, at now: Instant) {
        let type = observation.facet.type
        guard let endpoint = houses.endpoint(of: element, type), links[endpoint].link.key == id.key,
            observation.value.map({ $0.type == type }) ?? true, !links[endpoint].isDown
        else { return }
        links.noteReport(from: endpoint, at: now)
        if let isMoving = observation.isMoving { note(isMoving: isMoving, type, of: element, at: now) }
        switch observation.kind {
        case .state:
            guard polling.endpoint(of: element, type) == endpoint else { return }
            let reported = observation.time ?? now
            guard readings.isSettled(element, since: reported) || observation.time == nil else { return }
            polling.noteReport(from: endpoint, at: now)
            problems.note(observation.problem, type, of: element)
            readings.notePush(type, of: element, at: reported)
            let report = FacetReport(
                element: element,
                type: type,
                value: observation.value,
                began: reported,
                isResponse: observation.isResponse
            )
            handle(pushed: report, at: now)
        case .commandSeen:
            // Whether domo's own order was accepted follows from its outcome.
            guard !observation.isOwn else { return }
            if let value = observation.value {
                commandSeen(value, of: element, at: now)
            } else {
                movedUnseen(type, of: element, at: now)
            }
        case .event:
            guard !observation.isOwn, !observation.isResponse else { return }
            let path = observation.facet.path
            outbox.publish(Event(kind: .input, time: now.wall, path: path, message: observation.value?.word))
            var entry = HouseLogEntry(.input, at: now.wall)
            (entry.element, entry.type, entry.value) = (path, observation.facet.type.word, observation.value?.word)
            entry.places = [path]
            outbox.persist(.event(entry))
        case .movement: break
        case .outdated: makeStale(type, of: element, at: now)
        }
    }

    private mutating func makeStale(_ type: FacetType, of element: ElementID, at now: Instant) {
        covers.expire(type, of: element)
        publishReadings(of: element, readings.makeStale([type], of: element), at: now, isStored: false)
    }

    /// Reports of an endpoint may have been missed. Unlike after a loss, orders, plans and what is known go on: what can be
    /// read is verified by its next report; what can't be read may be anything by now.
    private mutating func noteMissedReports(of endpoint: EndpointID, readsAgain: Bool, at now: Instant) {
        let stale = readings.noteMissedReports { polling.verification(of: $1, of: $0, at: endpoint) }
        for (element, type) in stale { makeStale(type, of: element, at: now) }
        if readsAgain { polling.readAll(of: endpoint, at: now) }
    }

    /// A state that was reported unasked.
    mutating func handle(pushed report: FacetReport, at now: Instant) {
        let (element, type) = (report.element, report.type)
        if isTurning(element) { return polling.found(report) }
        switch orders.resolve(reported: report.value, type, of: element, isPushed: true, at: now) {
        case .free: polling.found(report)
        case .contradicts: if showsOnTheWay(type, of: element) { polling.found(report) }
        case .awaited, .moving: break
        }
    }

    private mutating func note(isMoving: Bool, _ type: FacetType, of element: ElementID, at now: Instant) {
        guard let traits = coverTraits(of: element, type) else { return }
        let change = covers.report(isMoving: isMoving, element, traits, at: now)
        for type in [FacetType.bidirectional, .regulable] {
            orders.note(isMoving: isMoving, type, of: element, limit: covers.maxMovement(of: element))
        }
        show(change, of: element, by: .house, isStored: false, at: now)
    }

    /// Passes to links the readings of other facets that they expose.
    mutating func exposeReadings() {
        for (number, entry) in links.takeExposures() {
            let value: Value? =
                switch entry.subject {
                case .facet(let facet): entry.element.flatMap { reading(of: $0, facet.type).reading.fresh }
                case .confirmed(let facet): entry.element.flatMap { reading(of: $0, facet.type).reading.confirmed }
                case .scene(let name): scenes.isRunning(sceneNamed: name).map { $0 ? .on : .off }
                }
            if links.noteExposed(number, value) { outbox.expose(entry.subject, value, via: entry.port) }
        }
    }

    /// Somebody else commanded the element: whether it obeyed is unknown.
    private mutating func commandSeen(_ value: Value, of element: ElementID, at now: Instant) {
        orders.stopRepeating(element, in: houses.lane(of: element), value.type)
        orders.overtake(element, by: value.type, of: nil)
        showCommand(value, element, by: .house, at: now)
    }

    /// Somebody else moved the element to an unknown position, which only its state can show.
    private mutating func movedUnseen(_ type: FacetType, of element: ElementID, at now: Instant) {
        orders.stopRepeating(element, in: houses.lane(of: element), type)
        orders.overtake(element, by: type, of: nil)
        readings.noteCommand(of: element, at: now)
        if coverTraits(of: element, type) == nil || !noteUncertainCover(element, at: now) {
            let changed = readings.noteUnseenMove(type, of: element, at: now)
            publishReadings(of: element, changed ? [type] : [], at: now)
        }
        makeOverlappingStale(element, at: now)
    }

    mutating func handle(_ state: LinkState, of id: LinkID, endpoint label: String?, at now: Instant) {
        for endpoint in links.endpoints(of: id, named: label) {
            switch state {
            case .up: links.wentUp(endpoint, at: now)
            case .missedReports(let readsAgain):
                links.noteReport(from: endpoint, at: now)
                noteMissedReports(of: endpoint, readsAgain: readsAgain, at: now)
            case .down(let reason):
                links.wentDown(endpoint, reason: reason, at: now)
                giveUpIfLost(endpoint, at: now)
            case .traffic(let cost): links.chargeOthers(endpoint, cost, at: now)
            case .reads(let cost): links.chargeRead(endpoint, cost, at: now)
            }
        }
    }
}
