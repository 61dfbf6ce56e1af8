import DomoModel

/// A query without a final answer yet.
struct PendingQuery: Sendable {
    /// Nil if a load removed the endpoint.
    var endpoint: EndpointID?
    /// In the order of the query's targets; nil if a load removed the element.
    var elements: [ElementID?]
    var isForAll: Bool
    /// It confirms an order and is not cancelled for another order.
    var isUrgent: Bool
    var isProbe: Bool
    var began: Instant
    var port: any LinkPort

    init(
        _ wanted: Round.Wanted,
        of endpoint: EndpointID,
        isProbe: Bool,
        began: Instant,
        via port: any LinkPort
    ) {
        self.endpoint = endpoint
        elements = wanted.elements
        isForAll = wanted.isForAll
        isUrgent = wanted.isUrgent
        self.isProbe = isProbe
        self.began = began
        self.port = port
    }
}

/// What an answer or report says about one facet.
struct FacetReport: Sendable {
    var element: ElementID
    var type: FacetType
    /// Nil if the house doesn't know.
    var value: Value?
    /// Of a cover: whether it moves; nil if the house does not report that.
    var isMoving: Bool?
    /// When the query began: a state from before the last order does not count.
    var began: Instant
    /// It answers a read on a link that reports changes by itself.
    var isResponse = false
    /// It is only compared with another endpoint's reports, and not a reading.
    var isCompared = false
    /// Who reported it.
    var by: Cause = .house
}
