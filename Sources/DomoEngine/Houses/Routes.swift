import DomoModel

/// The endpoint that controls each facet.
struct Routes: Sendable {
    /// Per house; nil if it has no link.
    private var ofHouse: [EndpointID?] = []
    /// Elements with a facet that is not at their house's endpoint, by type; nil for a facet that is not connected.
    private var exceptions: [ElementID: [FacetType: EndpointID?]] = [:]

    init() {}

    /// - Parameter first: for each link the number of its first endpoint.
    init(_ catalog: Catalog) {
        var first: [Int] = []
        var count = 0
        for link in catalog.links {
            first.append(count)
            count += link.profile.endpoints.count
        }
        ofHouse = catalog.linkOfHouse.map { $0.map { EndpointID(first[$0]) } }
        let index = catalog.index
        for (house, root) in index.roots.enumerated() {
            // A link that knows all devices may not know their parts.
            guard let link = catalog.linkOfHouse[house],
                catalog.links[link].profile.distinguishesElements || index.hasParts
            else { continue }
            index.forEachElement(in: root) { element in
                let target = Target(element, in: index)
                route(element, target, target.types, to: catalog.links[link].profile, from: first[link])
            }
        }
        for route in catalog.routes {
            guard let element = index.element(at: route.path) else { continue }
            let target = Target(element, in: index)
            let types = route.types ?? target.types
            self.route(element, target, types, to: catalog.links[route.link].profile, from: first[route.link])
        }
        // Whatever the link of their house knows.
        for number in index.elements.indices where index[ElementID(number)].isVirtual {
            for type in index[ElementID(number)].types {
                exceptions[ElementID(number), default: [:]].updateValue(nil, forKey: type)
            }
        }
    }

    private mutating func route(
        _ element: ElementID,
        _ target: Target,
        _ types: FacetTypes,
        to profile: any LinkProfile,
        from first: Int
    ) {
        let endpoint = profile.endpoint(of: target).map { EndpointID(first + $0) }
        for type in types where target.types.contains(type) {
            exceptions[element, default: [:]].updateValue(endpoint, forKey: type)
        }
    }

    /// - Parameter house: the number of the element's house.
    /// - Returns: nil for a facet that is not connected.
    func endpoint(of element: ElementID, _ type: FacetType, inHouse house: Int) -> EndpointID? {
        guard !exceptions.isEmpty, let own = exceptions[element]?[type] else { return ofHouse[house] }
        return own
    }
}
