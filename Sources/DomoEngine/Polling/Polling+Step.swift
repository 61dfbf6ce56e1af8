import DomoModel

extension Polling {
    enum Step: Sendable {
        case read(Dispatch.ID, of: [Target], isForAll: Bool, timeout: Duration, EndpointID)
        case readElements(Dispatch.ID, of: [ElementID], timeout: Duration, EndpointID)
        case check(Dispatch.ID, Query.Check, timeout: Duration, EndpointID)
        case cancel(Dispatch.ID, via: any LinkPort)
        /// The house reported a facet's state, or that it doesn't know, and no order waits for it.
        case observed(FacetReport)
        /// Readings of the endpoint may have become stale.
        case expire(EndpointID)
        /// An endpoint answers, but does not report its states.
        case failing(EndpointID, reason: String)
    }

    /// What may have to be read for orders.
    enum Readback: Sendable {
        /// An element, if orders still wait for it.
        case awaited(ElementID)
        /// The same, if one answer covers all elements.
        case all(EndpointID)
        /// An element whose state is uncertain after an order.
        case uncertain(ElementID)
    }

    /// The reason for a wake-up.
    enum Due: Sendable {
        /// The next query is due; it is sent when the rounds are pumped.
        case poll(EndpointID)
        case readback(Readback)
        case expiry(EndpointID)
    }
}
