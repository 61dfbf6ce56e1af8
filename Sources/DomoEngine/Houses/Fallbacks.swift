import DomoModel

/// Facets that are moved over a second link while their first link is unreachable. Never over both: waiting orders go
/// to one of them, and an order that may have been carried out is not sent over the other.
struct Fallbacks: Sendable {
    private struct Route: Sendable {
        let element: ElementID
        let type: FacetType
        /// The facet's endpoint while that is reachable.
        let first: EndpointID
        let second: EndpointID
        /// The route to the second endpoint.
        let route: Catalog.Route
    }

    private var routes: [Route] = []
    /// The indices of the routes in use.
    private var used: Set<Int> = []
    /// The loaded catalog, with no fallback in use; nil if there are no fallbacks.
    private var loaded: Catalog?
    /// What each endpoint is polled for in that case. An unreachable endpoint is still polled, so that its return is
    /// noticed.
    private var polled: [PolledElements] = []
    private var isDue = false

    var areUsed: Bool { !used.isEmpty }

    mutating func load(_ load: PreparedLoad) {
        self = Fallbacks()
        let houses = load.houses
        for second in load.catalog.secondRoutes where second.purpose == .fallback {
            guard let element = houses.index.element(at: second.path),
                let endpoint = houses.endpoint(ofLink: second.link, houses.target(element))
            else { continue }
            let types = houses.types(of: element)
            for type in second.types ?? types where types.contains(type) {
                guard let first = houses.endpoint(of: element, type), let single = FacetTypes([type]) else { continue }
                let route = Catalog.Route(path: second.path, types: single, link: second.link)
                routes.append(
                    Route(element: element, type: type, first: first, second: endpoint, route: route)
                )
            }
        }
        guard !routes.isEmpty else { return }
        (loaded, polled, isDue) = (load.catalog, load.polled, true)
    }

    /// An endpoint became reachable or unreachable.
    mutating func noteChange() { isDue = !routes.isEmpty }

    /// - Returns: the catalog with the new routes; nil if they do not change.
    mutating func takeChange(_ links: borrowing Links) -> Catalog? {
        guard isDue, var catalog = loaded else { return nil }
        isDue = false
        let wanted = Set(
            routes.indices.filter { number in
                links[routes[number].first].isReachable == false && links[routes[number].second].isReachable != false
            }
        )
        guard wanted != used else { return nil }
        used = wanted
        // Of several routes of a facet the last one counts.
        catalog.routes += wanted.sorted().map { routes[$0].route }
        return catalog
    }

    /// What each endpoint is polled for while fallbacks are in use.
    ///
    /// - Parameter now: for the present routes.
    func polled(_ now: [PolledElements]) -> [PolledElements] {
        var polled = now
        for number in used {
            let first = routes[number].first.number
            polled[first] = self.polled[first]
        }
        return polled
    }

    /// The first endpoint of a facet, if only an order can find out whether it is reachable again, because it reports
    /// no states.
    func probe(_ element: ElementID, _ type: FacetType, _ links: borrowing Links, at now: Instant) -> EndpointID? {
        guard areUsed else { return nil }
        for number in used where routes[number].element == element && routes[number].type == type {
            let first = links[routes[number].first]
            if first.link.profile.reading == nil, !first.isDown, first.mayTry(at: now) { return routes[number].first }
        }
        return nil
    }
}
