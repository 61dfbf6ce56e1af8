import DomoLanguage
import DomoModel

extension Delivery {
    /// Takes in a new load of the houses: what is under way goes on under the new numbers; orders for elements that are
    /// gone, or that no longer offer what was asked, end.
    ///
    /// - Parameters:
    ///   - element: an element's number in the new index.
    ///   - server: the number in `profiles` of an element's server.
    ///   - offers: whether the element (by its new number) still offers the action.
    mutating func load(
        servers profiles: [Catalog.Server],
        element: (ElementID) -> ElementID?,
        server: (ElementID) -> Int?,
        offers: (ElementID, Value) -> Bool
    ) {
        let old = servers
        servers = profiles.map { profile in
            var state = old.first { $0.profile.label == profile.label } ?? ServerState(profile)
            state.profile = profile
            state.waiting = 0
            state.ready = Queue()
            return state
        }
        func number(of server: Int?) -> Int? {
            server.flatMap { number in profiles.firstIndex { $0.label == old[number].profile.label } }
        }
        moveFlights(element: element, server: number, offers: offers)
        moveOrders(element: element, server: server, offers: offers)
        timers.sweep { reason in
            if case .probe = reason { false } else { true }
        }
        for (number, server) in servers.enumerated() {
            if let outage = server.breaker.outage { timers.add(.probe(server: number), at: outage.nextTry) }
            if let quiet = server.quietUntil { timers.add(.probe(server: number), at: quiet) }
        }
    }

    private mutating func moveFlights(
        element: (ElementID) -> ElementID?,
        server: (Int?) -> Int?,
        offers: (ElementID, Value) -> Bool
    ) {
        for (id, flight) in flights {
            flights[id]?.element = flight.element.flatMap(element).flatMap { offers($0, flight.action) ? $0 : nil }
            flights[id]?.server = server(flight.server)
        }
    }

    private mutating func moveOrders(
        element: (ElementID) -> ElementID?,
        server: (ElementID) -> Int?,
        offers: (ElementID, Value) -> Bool
    ) {
        var moved: [ElementID: Lane] = [:]
        // In the order in which their first orders came.
        var places: [ElementID] = []
        for order in orders.values.sorted(by: { $0.id.number < $1.id.number }) {
            guard let lane = lanes[order.element] else { continue }
            let isCurrent = lane.current == order.id
            var flight: Dispatch.ID?
            if isCurrent, case .inFlight(let dispatch) = lane.phase { flight = dispatch }
            guard let place = element(order.element), let number = server(place),
                order.action.map({ offers(place, $0) }) ?? true
            else {
                orders[order.id] = nil
                if let flight { abandoned.insert(flight) }
                let fault = flight != nil || order.mayHaveActed ? Self.leftUnderWay : Self.leftBefore
                var order = order
                if let place = element(order.element) {
                    order.element = place
                    order.mayHaveActed = order.mayHaveActed || flight != nil
                } else {
                    order.mayHaveActed = false
                }
                steps.append(.ended(order, .fault(fault)))
                continue
            }
            var order = order
            if moved[place] == nil { places.append(place) }
            var target = moved[place] ?? Lane()
            if let flight {
                // A server that changed keeps what it was sent; only what waits goes to the new one.
                target.phase = .inFlight(flight)
            } else {
                servers[number].waiting += 1
                if isCurrent, case .backingOff = lane.phase { target.phase = .backingOff }
            }
            if isCurrent { target.current = order.id } else { target.waiting.append(order.id) }
            target.newest = order.id
            order.element = place
            order.server = number
            orders[order.id] = order
            moved[place] = target
        }
        lanes = moved
        for place in places {
            if case .ready? = lanes[place]?.phase, let number = server(place) { servers[number].ready.append(place) }
        }
    }

    private static let leftBefore = Fault(
        .unknownElement,
        "the element left the house, or changed, before the order was sent",
        hint: "look with \"domo ls -r\" at what there is now"
    )

    private static let leftUnderWay = Fault(
        .unknownElement,
        "the element left the house, or changed, while the order was under way",
        hint: "whether it was carried out is not known: look at the house"
    )
}
