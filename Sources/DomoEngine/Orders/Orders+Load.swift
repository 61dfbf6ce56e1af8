import DomoLanguage
import DomoModel

// Applying a load to orders.

extension Orders {
    /// Applies a new load: orders continue under the new numbers; those for elements that are gone, or no longer offer
    /// what was ordered, end.
    ///
    /// - Parameters:
    ///   - element: an element's new number.
    ///   - lane: the lane of an element (by its new number).
    ///   - endpoint: an endpoint's new number.
    ///   - route: the endpoint for an order of an element (by its new number); nil if there is none, or the element no
    ///     longer offers what was ordered.
    mutating func load(
        endpoints: Int,
        element: (ElementID) -> ElementID?,
        lane: (ElementID) -> ElementID,
        endpoint: (EndpointID) -> EndpointID?,
        route: (ElementID, PendingOrder) -> EndpointID?,
        offers: (ElementID, Value) -> Bool
    ) {
        flights.load(
            element: { old, value in element(old).flatMap { offers($0, value) ? $0 : nil } },
            endpoint: endpoint
        )
        for (order, phase) in lanes.load(endpoints: endpoints, element: element, lane: lane, route: route) {
            endMoved(order, phase, place: element(order.element))
        }
    }

    /// Ends an order whose element was removed by a load, or no longer offers what was ordered.
    private mutating func endMoved(_ order: consuming PendingOrder, _ phase: Lanes.Lane.Phase, place: ElementID?) {
        var isFlying = false
        if case .inFlight(let dispatch) = phase {
            isFlying = true
            _ = flights.abandon(dispatch)
        }
        let fault = isFlying || order.mayHaveActed ? Self.leftUnderWay : Self.leftBefore
        order.mayHaveActed = place != nil && (order.mayHaveActed || isFlying)
        order.element = place ?? order.element
        report(order, .fault(fault))
    }
}
