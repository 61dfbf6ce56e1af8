import DomoModel

/// The elements that an endpoint is polled for.
struct PolledElements: Sendable {
    /// In the order of the houses.
    var elements: [ElementID] = []
    /// The same as targets, if one answer covers all.
    var targets: [Target] = []

    init(of endpoint: EndpointID, _ facets: ReadableFacets, _ houses: Houses) {
        guard let policy = houses.endpoints[endpoint.number].link.profile.reading else { return }
        elements = facets.elements(of: endpoint)
        if policy.readsAll { targets = elements.map { houses.target($0) } }
    }
}
