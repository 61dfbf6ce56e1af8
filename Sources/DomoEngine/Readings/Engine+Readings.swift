import DomoCalendar
import DomoLanguage
import DomoModel

// What the house says of itself, and how long that is believed.

extension Engine {
    /// - Parameter heard: when the house said it; nil for now.
    mutating func observe(
        _ value: Value?,
        _ type: FacetType,
        of element: ElementID,
        at now: Instant,
        heard: Instant? = nil,
        confirming order: Cause? = nil
    ) {
        var changed: [FacetType] = []
        let heard = heard ?? now
        let precision = catalog.index[element].precision(of: type)
        if state.observe(value, type, of: element, at: heard, confirming: order, precision: precision) {
            changed.append(type)
        }
        // What the server does not tell itself follows from what it tells.
        for sibling in catalog.index[element].types {
            guard let value, sibling != type, !observer.tells(sibling, of: element),
                case .to(let following) = sibling.change(after: value, .observed)
            else { continue }
            if state.observe(following, sibling, of: element, at: heard, confirming: order) { changed.append(sibling) }
        }
        publishReadings(of: element, changed, at: now)
    }

    /// What was known of a server's elements may no longer hold: it has to tell them again.
    mutating func outOfReach(_ server: Int) {
        guard catalog.servers[server].reading != nil else { return }
        observer.forgetAnswers(of: server)
        let observer = observer
        state.doubtAll { observer.serverOf[$0.number] == server && observer.keeps($1, of: $0) }
    }

    mutating func expireReadings(of server: Int, at now: Instant) {
        guard let age = observer.rounds[server]?.maximumAge else { return }
        let known = observer
        let (stale, next) = state.expire(olderThan: age, at: now) {
            known.serverOf[$0.number] == server && known.keeps($1, of: $0)
        }
        for (element, type) in stale { publishReadings(of: element, [type], at: now, isStored: false) }
        // Not at every moment at which one of many may expire: all are looked through.
        observer.expire(server, at: max(next ?? now + age, now + max(.milliseconds(100), age / 100)))
    }

    // MARK: - Memory

    /// What an earlier life knew. What is known now is newer.
    mutating func remember(_ memory: Memory, at now: Instant) {
        delivery.skipOrders(upTo: memory.lastOrder)
        var numbers: [String: ElementID] = [:]
        for number in catalog.index.elements.indices {
            numbers[catalog.index.path(of: ElementID(number))] = ElementID(number)
        }
        for known in memory.readings {
            guard let id = numbers[known.element], catalog.index[id].types.contains(known.type) else { continue }
            state.remember(known.reading, known.type, of: id, at: now)
        }
        restoreScenes(memory)
    }

    mutating func recall(_ recall: Recall, for id: RequestID) {
        let fault = Fault(
            .noHistory,
            "there is no working database",
            hint: "\"domo status\" says what is wrong with it; orders go on without it"
        )
        effects.append(.recall(id, recall, otherwise: .fault(fault)))
    }

    mutating func recallOrders(
        of name: String?,
        last: Int,
        seenIn scope: Scope,
        for id: RequestID
    ) throws(Fault) {
        let path: String?
        if let name { path = catalog.index.path(of: try element(named: name, seenIn: scope)) } else { path = nil }
        var orders = log.last(scope.isLimited ? .max : last, of: path)
        if scope.isLimited { orders = Array(orders.filter { scope.holds($0.element) }.prefix(last)) }
        let recall = Recall.orders(element: path, within: scope.places, last: last)
        effects.append(.recall(id, recall, otherwise: .orders(OrderList(orders: orders))))
    }

    mutating func recallHistory(
        of name: String,
        _ period: Period,
        seenIn scope: Scope,
        for id: RequestID
    ) throws(Fault) {
        let element = try element(named: name, seenIn: scope)
        let zone = catalog.sites[catalog.index.house(of: element)].clock.zone.name
        recall(.history(subject(element), period, timeZone: zone), for: id)
    }

    mutating func recallStats(of path: String?, seenIn scope: Scope, for id: RequestID) throws(Fault) {
        var elements: [ElementID] = []
        if let path {
            switch try find(path, seenIn: scope) {
            case .element(let element): elements = [element]
            case .place(let place): collect(place, seenIn: scope, into: &elements)
            }
        } else {
            for root in catalog.index.roots { collect(root, seenIn: scope, into: &elements) }
        }
        let house = elements.first.map { catalog.index.house(of: $0) }
        let zone = house.map { catalog.sites[$0].clock.zone.name }
        recall(.stats(elements.map { subject($0) }, timeZone: zone), for: id)
    }

    private func subject(_ element: ElementID) -> Recall.Subject {
        Recall.Subject(path: catalog.index.path(of: element), unit: catalog.index[element].details?.unit)
    }
}
