import DomoLanguage
import DomoModel

// Requests that give orders: with a key, or for a whole place.

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
                hint: "follow it with \"domo orders\""
            )
        case .other:
            throw Fault(.keyReused, "this key was used for another order", hint: "use a new key for each order")
        case nil: break
        }
        var pending = try pending(order, origin: .request(id), cause: principal.cause, seenIn: scope, at: now)
        pending.account = access.account(of: principal)
        try limit(&pending, by: principal)
        if let key {
            let account = access.account(of: principal)
            try keys.requireRoom(for: account, isPrivileged: access.managesAll(principal), at: now)
            keys.begin(key, with: order, of: account, for: id, at: now)
        }
        submit(pending, at: now)
    }

    /// Answers a request that gave an order.
    mutating func answer(_ id: RequestID, _ reply: Reply) {
        keys.end(id, with: reply)
        outbox.replyStored(id, reply)
    }

    // MARK: - Rates

    /// The elements of an order for a place that count as one order.
    private static let elementsOfAnOrder = 100

    /// Counts what a principal does.
    ///
    /// - Throws: if it is above its rate.
    mutating func requireRate(of principal: Principal, cost: Int = 1) throws(Fault) {
        guard let limit = access.orderLimit(of: principal) else { return }
        guard rates.take(cost, of: limit, at: now) else { throw rates.refusal(of: limit, at: now) }
    }

    /// Counts an order. A level above the rate takes the place of the waiting level of its element, or waits itself, so
    /// that a slider never fails; other orders are refused.
    private mutating func limit(_ order: inout PendingOrder, by principal: Principal) throws(Fault) {
        guard let limit = access.orderLimit(of: principal), !rates.take(of: limit, at: now) else { return }
        // What moves can be stopped, whatever else the token has ordered.
        if order.value == .stop, rates.replace(of: limit, at: now) { return }
        if order.isAbsoluteLevel, order.endpoint != .ofVirtual {
            let waiting = orders.level(supersededBy: order)
            if let waiting, waiting.account == order.account {
                order.notBefore = waiting.notBefore
                if rates.replace(of: limit, at: now) { return }
            } else if let time = rates.book(of: limit, at: now, latest: order.latestStart) {
                order.notBefore = time
                return
            }
        }
        throw rates.refusal(of: limit, at: now)
    }

    /// Counts an order of a scene that came with the request: above the rate, it waits.
    mutating func limit(step order: inout PendingOrder, by principal: Principal) throws(Fault) {
        order.account = access.account(of: principal)
        guard let limit = access.orderLimit(of: principal), !rates.take(of: limit, at: now) else { return }
        guard order.endpoint != .ofVirtual,
            let time = rates.book(of: limit, at: now, latest: order.latestStart)
        else {
            throw rates.refusal(of: limit, at: now)
        }
        order.notBefore = time
    }

    // MARK: - A whole place

    mutating func give(
        _ group: GroupOrder,
        seenIn scope: Scope,
        for id: RequestID,
        by principal: Principal
    ) throws(Fault) {
        let (all, leftOut) = try wishes(of: group, seenIn: scope) { isKnownToBeOff($0, $1, $2) }
        let wishes = try withoutDoors(all, in: group, by: principal)
        let paths = wishes.map { houses.path(of: $0.element) }
        try now.requireTime(until: group.until, "\(group.place): the order arrived")
        guard !group.explain else {
            return outbox.reply(id, .group(GroupReport(elements: paths, leftOut: leftOut.isEmpty ? nil : leftOut)))
        }
        try requireRate(of: principal, cost: 1 + wishes.count / Self.elementsOfAnOrder)
        var orders = try pending(wishes, until: group.until, origin: .group, cause: principal.cause)
        for number in orders.indices { orders[number].account = access.account(of: principal) }
        let receipts = orders.map { receipt(for: $0, outcome: .requested) }
        for order in orders { submit(order, at: now) }
        outbox.replyStored(id, .group(GroupReport(elements: paths, orders: receipts)))
    }

    /// Gives the orders of a scene's step for a place.
    ///
    /// - Returns: the number of devices.
    mutating func give(
        _ group: GroupOrder,
        of strand: StrandID,
        from origin: OrderOrigin,
        by cause: Cause
    ) throws(Fault) -> Int {
        var (wishes, _) = try wishes(of: group, seenIn: .everything) { isKnownToBeOff($0, $1, $2) }
        if let principal = scenes.principal(of: strand) { wishes = try withoutDoors(wishes, in: group, by: principal) }
        var orders = try pending(wishes, origin: .sceneGroup(origin), cause: cause)
        if let principal = scenes.principal(of: strand) {
            for first in stride(from: 0, to: orders.count, by: Self.elementsOfAnOrder) {
                try limit(step: &orders[first], by: principal)
                for number in first..<min(first + Self.elementsOfAnOrder, orders.count) {
                    (orders[number].account, orders[number].notBefore) = (
                        orders[first].account, orders[first].notBefore
                    )
                }
            }
        }
        for order in orders { submit(order, at: now) }
        return orders.count
    }

    /// All of them or none.
    private mutating func pending(
        _ wishes: [(element: ElementID, wish: Order.Wish)],
        until: Timestamp? = nil,
        origin: PendingOrder.Origin,
        cause: Cause
    ) throws(Fault) -> [PendingOrder] {
        var orders: [PendingOrder] = []
        for (element, wish) in wishes {
            orders.append(
                try pending(wish, for: element, wait: .none, until: until, origin: origin, cause: cause, at: now)
            )
        }
        return orders
    }
}
