import DomoModel

// What single facets say of how they are read, in place of their link.

extension Polling {
    /// When what was heard of a facet is stale; nil where its age makes it none, or nobody reports it.
    func maximumAge(of element: ElementID, _ type: FacetType) -> Duration? {
        guard let endpoint = facets.keeper(of: element, type) else { return nil }
        if let own = facets.policy(of: element, type) { return own.maximumAge }
        return round(of: endpoint)?.maximumAge
    }

    /// How long after its acceptance an order for a facet is waited for to be confirmed; nil where nothing reports it.
    func confirmWithin(_ type: FacetType, of element: ElementID) -> Duration? {
        guard let endpoint = endpoint(of: element, type) else { return nil }
        return facets.policy(of: element, type)?.confirmWithin ?? policy(of: endpoint)?.confirmWithin
    }

    /// The least difference that what reports a facet knows.
    func resolution(_ type: FacetType, of element: ElementID) -> Decimal? {
        facets.policy(of: element, type)?.resolution
    }
}

// What second links report.

extension Polling {
    var hasComparisons: Bool { facets.hasCompared }

    /// The endpoint that reports a facet to be compared; nil for most.
    func comparison(of element: ElementID, _ type: FacetType) -> EndpointID? { facets.comparison(of: element, type) }
}
