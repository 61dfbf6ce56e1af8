import DomoModel

/// What a fresh reading of one facet must be.
struct ExpectedReading {
    /// What the house last reported; nil if an order was accepted or the facet became stale since.
    var reported: Value?
    /// When it was last reported, or an order for it accepted; `.min` if it is stale.
    var at = Int64.min

    mutating func makeStale() { self = ExpectedReading() }
}
