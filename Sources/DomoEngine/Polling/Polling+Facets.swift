import DomoModel

// Read settings of single facets, which override those of their link.

extension Polling {
    /// The age at which a reading of a facet becomes stale; nil if it doesn't, or nothing reports the facet.
    func maximumAge(of element: ElementID, _ type: FacetType) -> Duration? {
        guard let endpoint = facets.source(of: element, type) else { return nil }
        let reported = type == .bidirectional && isDirected(element) ? .regulable : type
        if let own = facets.policy(of: element, reported) { return own.maximumAge }
        return round(of: endpoint)?.maximumAge
    }

    /// True if the direction of a cover follows from its position.
    func isDirected(_ element: ElementID) -> Bool { facets.isDirected(element) }

    /// How long after its acceptance an order for a facet may be confirmed; nil if nothing reports the facet.
    func confirmWithin(_ type: FacetType, of element: ElementID) -> Duration? {
        guard let endpoint = endpoint(of: element, type) else { return nil }
        return facets.policy(of: element, type)?.confirmWithin ?? policy(of: endpoint)?.confirmWithin
    }

    /// The smallest difference that the facet's source can report.
    func resolution(_ type: FacetType, of element: ElementID) -> Decimal? {
        facets.policy(of: element, type)?.resolution
    }
}

// Reports of second links.

extension Polling {
    var hasComparisons: Bool { facets.hasCompared }

    /// The endpoint that reports a facet for comparison; nil for most facets.
    func comparison(of element: ElementID, _ type: FacetType) -> EndpointID? { facets.comparison(of: element, type) }
}
