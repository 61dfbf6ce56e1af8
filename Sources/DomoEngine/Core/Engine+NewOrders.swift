import DomoLanguage
import DomoModel

// New orders: resolves their element, value and endpoint.

extension Engine {
    /// - Parameter scope: the scope in which the element's name is resolved.
    mutating func pending(
        _ order: Order,
        origin: PendingOrder.Origin,
        cause: Cause,
        seenIn scope: Scope = .everything,
        at now: Instant
    ) throws(Fault) -> PendingOrder {
        let named = try houses.element(named: order.element, seenIn: scope)
        try requireTime(for: order, of: named)
        return try pending(
            order.wish,
            for: named,
            wait: order.wait,
            deadline: order.deadline,
            until: order.until,
            origin: origin,
            cause: cause,
            at: now
        )
    }

    /// Refuses an order that arrived after its time.
    func requireTime(for order: Order, of named: ElementID) throws(Fault) {
        try now.requireTime(until: order.until, "\(houses.path(of: named)): the order arrived")
    }

    /// - Parameters:
    ///   - deadline: nil for the link's own.
    ///   - until: when it must have been sent, whatever the deadline is; in the future.
    mutating func pending(
        _ wish: Order.Wish,
        for named: ElementID,
        wait: Awaited,
        deadline: Duration? = nil,
        until: Timestamp? = nil,
        origin: PendingOrder.Origin,
        cause: Cause,
        at now: Instant
    ) throws(Fault) -> PendingOrder {
        let wished = try houses.absoluteValue(of: wish, for: named)
        try requireDimmer(named, wished)
        let type = wished?.type ?? wish.type ?? .value
        let element = houses.representative(of: named)
        var (endpoint, value, usualDeadline) = (EndpointID.ofVirtual, wished, Duration.seconds(10))
        if houses[named].isVirtual {
            try houses.requireHeld(named, wished)
        } else {
            let first = fallbacks.probe(named, type, links, at: now)
            endpoint = if let first { first } else { try houses.requireEndpoint(of: named, type) }
            let link = links[endpoint].link
            value = wished.map { link.profile.canonical($0, of: houses.target(named)) }
            usualDeadline = link.deadline
            if wait == .confirmed { try requireConfirmation(of: value, type, element, named, endpoint) }
        }
        let time = deadline ?? usualDeadline
        let id = orders.nextOrderID()
        return PendingOrder(
            id: id,
            origin: origin,
            wait: wait,
            wish: wish,
            value: value,
            element: element,
            lane: houses.lane(of: element),
            isLevelOfCover: coverTraits(of: element, .regulable) != nil || houses.cover(of: element) != nil,
            endpoint: endpoint,
            account: nil,
            notBefore: nil,
            received: now,
            deadline: now + (until.map { min(time, now.left(until: $0)) } ?? time),
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

    /// Refuses to dim the position of a cover, which has movements of its own.
    private func requireDimmer(_ named: ElementID, _ value: Value?) throws(Fault) {
        guard case .dimming? = value, coverTraits(of: houses.representative(of: named), .regulable) != nil else {
            return
        }
        let path = houses.path(of: named)
        throw Fault(
            .refusedValue,
            "\(path) is a cover, which can't be dimmed",
            hint: "use \"domo set \(Words.quoted(path)) up\", and stop"
        )
    }

    /// Refuses to wait for a confirmation that can't come.
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
        if type == .bidirectional, value?.isState ?? true, polling.isDirected(element) {
            throw Fault(
                .refusedValue,
                "\(path): the house reports only its position, which confirms no direction",
                hint: "use --wait accepted, or order a position: domo dim \(Words.quoted(path)) 100 --wait confirmed"
            )
        }
        throw Fault(
            .refusedValue,
            value.map { !$0.isState } ?? false
                ? "\(path): no state shows that \"\(value?.word ?? "")\" was obeyed"
                : "\(path): \(links[endpoint].profile.label) does not report this state: the order can't be confirmed",
            hint:
                "use --wait accepted; on KNX, status addresses report states, at an HTTP server its dialect reads them"
        )
    }
}
