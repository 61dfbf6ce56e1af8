import DomoModel

/// A query that was not reported yet.
struct Question: Sendable {
    /// Nil where a load took the endpoint away.
    var endpoint: EndpointID?
    /// In the order of the query's targets; nil where a load took the element away.
    var elements: [ElementID?]
    var isForAll: Bool
    /// It confirms an order, and is not given up for another order.
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

/// What an answer says of one facet, as far as it counts.
struct Heard: Sendable {
    var element: ElementID
    var type: FacetType
    /// Nil where the house doesn't know.
    var value: Value?
    /// When it was asked: what was so before the last order says nothing.
    var asked: Instant
    /// It answers a read on a link that reports changes by itself.
    var isResponse = false
}
