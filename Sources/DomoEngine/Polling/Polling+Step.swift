import DomoModel

extension Polling {
    enum Step: Sendable {
        case read(Dispatch.ID, of: [Target], isForAll: Bool, timeout: Duration, EndpointID)
        case readElements(Dispatch.ID, of: [ElementID], timeout: Duration, EndpointID)
        case cancel(Dispatch.ID, via: any LinkPort)
        /// The house reports what a facet is, or that it doesn't know, and no order waits for that.
        case observed(Heard)
        /// What was not heard of for long may be stale.
        case expire(EndpointID)
        /// An endpoint that answers does not report what it should.
        case troubled(EndpointID, reason: String)
    }

    /// Why it wants to be woken.
    enum Due: Sendable {
        /// What is due is asked when the rounds are pumped.
        case poll(EndpointID)
        /// An element is to be looked at for the orders that it awaits.
        case readback(ElementID)
        /// The same, where one answer covers all.
        case readbackAll(EndpointID)
        /// What became of an order is uncertain.
        case look(ElementID)
        case expiry(EndpointID)
    }
}
