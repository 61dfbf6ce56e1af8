import DomoModel

// Accepted orders that wait until the house confirms them.

extension Orders {
    /// False if no order waits for the house.
    var awaitsConfirmation: Bool { !confirmations.isEmpty }

    /// The elements with a waiting order.
    var awaitedElements: [ElementID] { confirmations.elements }

    func isAwaited(_ element: ElementID) -> Bool { confirmations.isAwaited(element) }
    func isAwaited(_ type: FacetType, of element: ElementID) -> Bool { confirmations.isAwaited(type, of: element) }

    /// When the last of the element's waiting orders was accepted; nil if none waits.
    func lastAcceptance(of element: ElementID) -> Instant? { confirmations.lastAcceptance(of: element) }

    /// What the house last reported instead of the value that an order waits for.
    func contradiction(_ type: FacetType, of element: ElementID) -> (value: Value, reported: Instant)? {
        confirmations.contradiction(type, of: element)
    }

    mutating func nextConfirmationStep() -> Confirmations.Step? { confirmations.nextStep() }

    /// An order was accepted that the house can confirm.
    ///
    /// - Parameters:
    ///   - precision: the smallest difference between two values of the facet, if known.
    ///   - within: how long to wait.
    mutating func awaitConfirmation(
        of order: PendingOrder,
        _ value: Value,
        precision: Decimal?,
        within: Duration,
        at now: Instant
    ) {
        confirmations.begin(order, value, precision: precision, within: within, at: now)
    }

    /// Counts a read of elements.
    ///
    /// - Returns: the smallest number of earlier reads of any of them; nil if no order waits for them.
    mutating func noteReads(of elements: some Sequence<ElementID>) -> Int? {
        var least: Int?
        for element in elements {
            guard let reads = confirmations.noteRead(of: element) else { continue }
            least = min(least ?? reads, reads)
        }
        return least
    }

    /// Somebody else commanded the element: what may have been carried out before is not sent again.
    ///
    /// - Parameters:
    ///   - lane: the lane of the element.
    ///   - type: the facet that was commanded.
    mutating func stopRepeating(_ element: ElementID, in lane: ElementID, _ type: FacetType) {
        flights.noteOthers(on: element, type)
        for order in lanes.orders(in: lane) where lanes.isBackingOff(order) && order.mayHaveActed {
            guard order.element == element, order.type?.moves(with: type) ?? true, let failure = order.failure else {
                continue
            }
            finish(order, .failed(failure.notRepeated))
        }
    }

    /// Something newer may have moved the facet, so earlier orders can no longer be confirmed.
    ///
    /// - Parameter newer: the order that did it; nil if it was somebody else.
    mutating func overtake(_ element: ElementID, by type: FacetType, of newer: OrderID?) {
        confirmations.overtake(element, by: type, of: newer)
    }

    /// The house reports the state of a facet.
    ///
    /// - Parameter isPushed: true for an unsolicited report.
    mutating func resolve(
        reported value: Value?,
        _ type: FacetType,
        of element: ElementID,
        isPushed: Bool = false,
        at now: Instant
    ) -> Confirmations.Verdict {
        confirmations.resolve(reported: value, type, of: element, isPushed: isPushed, at: now)
    }

    /// An element reports that it started or stopped moving.
    ///
    /// - Parameter limit: the longest movement.
    mutating func note(isMoving: Bool, _ type: FacetType, of element: ElementID, limit: Duration) {
        confirmations.note(isMoving: isMoving, type, of: element, limit: limit)
    }

    /// What an order was for can only be reported from now on.
    ///
    /// - Parameter within: how long to wait.
    mutating func begin(waitingFor type: FacetType, of element: ElementID, within: Duration, at now: Instant) {
        confirmations.begin(waitingFor: type, of: element, within: within, at: now)
    }

    /// Reports of an endpoint that became unreachable may be outdated.
    mutating func forgetReports(where matches: (ElementID, FacetType) -> Bool) {
        confirmations.forgetReports(where: matches)
    }

    /// Ends all waits for the house.
    mutating func stopConfirming() { confirmations.stop() }

    /// Applies a new load to the orders that wait for the house.
    ///
    /// - Parameters:
    ///   - element: an element's new number.
    ///   - endpoint: the endpoint that reports a facet now, if the value can be confirmed; otherwise nil.
    ///   - moved: an endpoint's new number.
    /// - Returns: the elements with a waiting order.
    mutating func loadConfirmations(
        element: (ElementID) -> ElementID?,
        endpoint: (ElementID, Value) -> EndpointID?,
        moved: (EndpointID) -> EndpointID?
    ) -> [ElementID] {
        confirmations.load(element: element, endpoint: endpoint, moved: moved)
    }
}
