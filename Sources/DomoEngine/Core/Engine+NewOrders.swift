import DomoLanguage
import DomoModel

// An order comes in: what it means, and where it goes.

extension Engine {
    /// - Parameter scope: in which the element's name is looked for.
    mutating func pending(
        _ order: Order,
        origin: PendingOrder.Origin,
        cause: Cause,
        seenIn scope: Scope = .everything,
        at now: Instant
    ) throws(Fault) -> PendingOrder {
        let named = try houses.element(named: order.element, seenIn: scope)
        return try pending(
            order.wish,
            for: named,
            wait: order.wait,
            deadline: order.deadline,
            origin: origin,
            cause: cause,
            at: now
        )
    }

    /// - Parameter deadline: how long it may take; nil for the link's own.
    mutating func pending(
        _ wish: Order.Wish,
        for named: ElementID,
        wait: Awaited,
        deadline: Duration? = nil,
        origin: PendingOrder.Origin,
        cause: Cause,
        at now: Instant
    ) throws(Fault) -> PendingOrder {
        let wished = try wish.absoluteValue(for: houses[named])
        let type = wished?.type ?? wish.type ?? .value
        let first = fallbacks.probe(named, type, links, at: now)
        let endpoint = if let first { first } else { try houses.requireEndpoint(of: named, type) }
        let value = wished.map { links[endpoint].link.profile.canonical($0, of: houses.target(named)) }
        let element = houses.representative(of: named)
        if wait == .confirmed { try requireConfirmation(of: value, type, element, named, endpoint) }
        let id = orders.nextOrderID()
        return PendingOrder(
            id: id,
            origin: origin,
            wait: wait,
            wish: wish,
            value: value,
            element: element,
            endpoint: endpoint,
            received: now,
            deadline: now + (deadline ?? links[endpoint].link.deadline),
            answerBy: wait == .confirmed ? deadline.map { now + $0 } : nil,
            record: OrderRecord(
                id: id.number,
                element: houses.path(of: named),
                type: value?.type.word,
                action: value?.word ?? wish.value,
                by: cause,
                origin: origin.word,
                requested: now.wall
            )
        )
    }

    /// Nobody waits for what can't come.
    private func requireConfirmation(
        of value: Value?,
        _ type: FacetType,
        _ element: ElementID,
        _ named: ElementID,
        _ endpoint: EndpointID
    ) throws(Fault) {
        if let value, polling.canConfirm(value, of: element) { return }
        if value == nil, polling.reports(type, of: element) { return }
        let path = houses.path(of: named)
        throw Fault(
            .refusedValue,
            value == .stop
                ? "\(path): no state tells that a stop was obeyed"
                : "\(path): \(links[endpoint].profile.label) does not tell this state, so nothing can confirm the order",
            hint: "give it with --wait accepted; the dialect of a server says how its state is read"
        )
    }
}
