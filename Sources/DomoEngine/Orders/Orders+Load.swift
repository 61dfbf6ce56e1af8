import DomoLanguage
import DomoModel

// Orders over a load of the houses.

extension Orders {
    /// Takes in a new load of the houses: what is under way goes on under the new numbers; orders for elements that are
    /// gone, or that no longer offer what was ordered, end.
    ///
    /// - Parameters:
    ///   - element: an element's number now.
    ///   - endpoint: an endpoint's number now.
    ///   - route: which endpoint an order for an element (by its new number) goes to; nil where there is none, or the
    ///     element no longer offers what was ordered.
    mutating func load(
        endpoints: Int,
        element: (ElementID) -> ElementID?,
        endpoint: (EndpointID) -> EndpointID?,
        route: (ElementID, PendingOrder) -> EndpointID?,
        offers: (ElementID, Value) -> Bool
    ) {
        flights.load(
            element: { old, value in element(old).flatMap { offers($0, value) ? $0 : nil } },
            endpoint: endpoint
        )
        for (order, phase) in lanes.load(endpoints: endpoints, element: element, route: route) {
            endMoved(order, phase, place: element(order.element))
        }
    }

    /// Ends an order whose element went with a load, or offers it no more.
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
