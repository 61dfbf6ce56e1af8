import DomoLanguage
import DomoModel

// Requests that give orders: one with a key, and those of a whole place.

extension Engine {
    mutating func give(
        _ order: Order,
        seenIn scope: Scope,
        for id: RequestID,
        by principal: Principal
    ) throws(Fault) {
        let key = order.key.map { OrderKeys.Key(principal: principal, key: $0) }
        switch key.flatMap({ keys.known($0, with: order, at: now) }) {
        case .answered(let reply): return outbox.reply(id, reply)
        case .underWay:
            throw Fault(
                .inProgress,
                "an order with this key is in progress",
                hint: "see what becomes of it with \"domo orders\""
            )
        case .other:
            throw Fault(.keyReused, "another order was given with this key", hint: "use a new key for each order")
        case nil: break
        }
        let pending = try pending(order, origin: .request(id), cause: principal.cause, seenIn: scope, at: now)
        if let key { keys.begin(key, with: order, for: id, at: now) }
        submit(pending, at: now)
    }

    /// Answers a request that gave an order.
    mutating func answer(_ id: RequestID, _ reply: Reply) {
        keys.end(id, with: reply)
        outbox.replyStored(id, reply)
    }

    // MARK: - A whole place

    mutating func switchOff(
        _ name: String,
        isExplained: Bool,
        seenIn scope: Scope,
        for id: RequestID,
        by cause: Cause
    ) throws(Fault) {
        guard case .place(let place) = try houses.find(name, seenIn: scope) else {
            throw Fault(.unknownPlace, "\(name) is an element", hint: "use \"domo set \(Words.quoted(name)) off\"")
        }
        let offs = devicesToSwitchOff(in: place, seenIn: scope)
        let paths = offs.map { houses.path(of: $0.element) }
        guard !isExplained else { return outbox.reply(id, .group(GroupReport(elements: paths))) }
        // All of them or none.
        var orders: [PendingOrder] = []
        for (element, wish) in offs {
            orders.append(try pending(wish, for: element, wait: .none, origin: .group, cause: cause, at: now))
        }
        let receipts = orders.map { receipt(for: $0, outcome: .requested) }
        for order in orders { submit(order, at: now) }
        outbox.replyStored(id, .group(GroupReport(elements: paths, orders: receipts)))
    }

    /// Those that are not known to be off. What two elements have in common is switched once.
    private func devicesToSwitchOff(
        in place: PlaceID,
        seenIn scope: Scope
    ) -> [(element: ElementID, wish: Order.Wish)] {
        var elements: [ElementID] = []
        collect(place, seenIn: scope, into: &elements)
        var seen: Set<ElementID> = []
        return elements.compactMap { id in
            let element = houses[id]
            guard element.kind == .device else { return nil }
            let ways: [(FacetType, Value, Order.Wish)] = [
                (.binary, .off, .value("off", as: .binary)), (.regulable, .level(.zero), .level(.to(.zero))),
            ]
            guard
                let (type, off, wish) = ways.first(where: { way in
                    element.types.contains(way.0) && houses.takesOrders(id, way.0) && houses.isConnected(id, way.0)
                }),
                seen.insert(houses.representative(of: id)).inserted
            else { return nil }
            let reading = shownReading(of: id, type).reading
            let isOff = reading.value == off && reading.certainty == .confirmed && !reading.isStale
            return isOff ? nil : (id, wish)
        }
    }
}
