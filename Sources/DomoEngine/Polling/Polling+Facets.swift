import DomoModel

// Read settings of single facets, which override those of their link.

extension Polling {
    /// The age at which a reading of a facet becomes stale; nil if it doesn't, or nothing reports the facet.
    func maximumAge(of element: ElementID, _ type: FacetType) -> Duration? {
        facets.maximumAge(of: element, type)
    }

    /// True if the direction of a cover follows from its position.
    func isDirected(_ element: ElementID) -> Bool { facets.isDirected(element) }

    /// How long after its acceptance an order for a facet may be confirmed; nil if nothing reports the facet.
    func confirmWithin(_ type: FacetType, of element: ElementID) -> Duration? {
        guard let endpoint = endpoint(of: element, type) else { return nil }
        return facets.policy(of: element, type)?.confirmWithin ?? policy(of: endpoint)?.confirmWithin
    }

    /// How what is known of a facet is verified after reports of an endpoint may have been missed; nil if it does not
    /// depend on them.
    func verification(of type: FacetType, of element: ElementID, at endpoint: EndpointID) -> Verification? {
        facets.verification(of: type, of: element, at: endpoint)
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
