import DomoModel

/// The endpoint that reports each facet.
struct ReadableFacets: Sendable {
    /// By element number; empty if no link reports anything.
    private var types: [FacetTypes] = []
    /// For elements with readable facets at several endpoints: the facets that are not at the first of them.
    private var several: [ElementID: [FacetType: EndpointID]] = [:]
    /// For all others the number of the endpoint, by element number; -1 if none reports anything.
    private var endpoints: [Int32] = []
    /// Covers whose direction follows from their reported position.
    private var directed: Set<ElementID> = []
    /// Read settings of single facets.
    private var policies: [ElementID: [FacetType: FacetReadPolicy]] = [:]
    /// By endpoint number: the age at which its readings become stale.
    var maximumAges: [Duration?] = []
    /// Facets that another endpoint also reports, for comparison.
    private var compared: [ElementID: [FacetType: EndpointID]] = [:]

    init() {}

    init(_ houses: Houses) {
        guard houses.links.contains(where: { $0.profile.reading != nil }) else { return }
        let count = houses.index.elements.count
        types.reserveCapacity(count)
        endpoints.reserveCapacity(count)
        for number in houses.index.elements.indices {
            let id = ElementID(number)
            let target = houses.target(id)
            var readable = FacetTypes()
            var first: EndpointID?
            // Only one of several twins is read.
            let isRead = houses.representative(of: id) == id
            for endpoint in isRead ? houses.endpoints(of: id) : [] {
                let profile = houses.endpoints[endpoint.number].link.profile
                guard profile.reading != nil else { continue }
                for type in profile.readable(target) where houses.endpoint(of: id, type) == endpoint {
                    readable.append(type)
                    note(type, of: id, at: endpoint, first: first)
                    first = first ?? endpoint
                    if let own = profile.reading(of: target, type) { policies[id, default: [:]][type] = own }
                }
            }
            if let first, !readable.contains(.bidirectional), readable.contains(.regulable),
                target.types.contains(.bidirectional),
                houses.endpoints[(several[id]?[.regulable] ?? first).number].link.profile.cover(target)
                    .directionAtZero != nil
            {
                directed.insert(id)
            }
            types.append(readable)
            endpoints.append(first.map { Int32($0.number) } ?? -1)
        }
        noteCompared(houses)
    }

    private mutating func noteCompared(_ houses: Houses) {
        for second in houses.loaded.secondRoutes where second.purpose == .compare {
            guard let element = houses.index.element(at: second.path) else { continue }
            let id = houses.representative(of: element)
            let target = houses.target(id)
            guard let endpoint = houses.endpoint(ofLink: second.link, target) else { continue }
            let profile = houses.links[second.link].profile
            guard profile.reading != nil else { continue }
            for type in profile.readable(target) where second.types?.contains(type) ?? true {
                guard let first = houses.endpoint(of: id, type), first != endpoint else { continue }
                compared[id, default: [:]][type] = endpoint
            }
        }
    }

    var hasCompared: Bool { !compared.isEmpty }

    /// The endpoint that reports a facet for comparison.
    func comparison(of id: ElementID, _ type: FacetType) -> EndpointID? {
        compared.isEmpty ? nil : compared[id]?[type]
    }

    /// Notes the endpoint of a facet once the endpoints of an element differ.
    private mutating func note(_ type: FacetType, of id: ElementID, at endpoint: EndpointID, first: EndpointID?) {
        if several[id] == nil, let first, first != endpoint { several[id] = [:] }
        several[id]?[type] = endpoint
    }

    /// The endpoint that reports the facet itself; nil if there is none.
    func endpoint(of id: ElementID, _ type: FacetType) -> EndpointID? {
        guard types.indices.contains(id.number), types[id.number].contains(type) else { return nil }
        return several[id]?[type] ?? EndpointID(Int(endpoints[id.number]))
    }

    /// The endpoints that report any facet of an element.
    func endpoints(of id: ElementID) -> [EndpointID] {
        guard types.indices.contains(id.number), !types[id.number].isEmpty else { return [] }
        guard let several = several[id] else { return [EndpointID(Int(endpoints[id.number]))] }
        let first = EndpointID(Int(endpoints[id.number]))
        return Set([first] + several.values).sorted { $0.number < $1.number }
    }

    /// The endpoint that reports a facet, or one from which it follows.
    func source(of id: ElementID, _ type: FacetType) -> EndpointID? {
        if let own = endpoint(of: id, type) { return own }
        if type == .bidirectional, directed.contains(id) { return endpoint(of: id, .regulable) }
        guard types.indices.contains(id.number),
            let other = types[id.number].first(where: { type.follows(from: $0) })
        else { return nil }
        return endpoint(of: id, other)
    }

    /// How what is known of a facet is verified after reports of an endpoint may have been missed; nil if it does not
    /// depend on them, or follows from a facet that is verified.
    func verification(of type: FacetType, of id: ElementID, at endpoint: EndpointID) -> Verification? {
        guard source(of: id, type) == endpoint else { return nil }
        if self.endpoint(of: id, type) != nil { return isRead(type, of: id) ? .byReading : .impossible }
        if type == .bidirectional, directed.contains(id) { return isRead(.regulable, of: id) ? nil : .impossible }
        let isFollowing = types[id.number].contains { type.follows(from: $0) && isRead($0, of: id) }
        return isFollowing ? nil : .impossible
    }

    private func isRead(_ type: FacetType, of id: ElementID) -> Bool { policies[id]?[type]?.isRead ?? true }

    func reports(_ type: FacetType, of id: ElementID) -> Bool {
        types.indices.contains(id.number) && types[id.number].contains(type)
    }

    /// True if the facet is reported, or follows from one that is.
    func hasSource(_ type: FacetType, of id: ElementID) -> Bool {
        if type == .bidirectional, directed.contains(id) { return true }
        return types.indices.contains(id.number) && types[id.number].contains { type.follows(from: $0) }
    }

    /// True if the direction of a cover follows from its position.
    func isDirected(_ id: ElementID) -> Bool { directed.contains(id) }

    /// The read settings of a facet, which override those of its link.
    func policy(of id: ElementID, _ type: FacetType) -> FacetReadPolicy? { policies[id]?[type] }

    /// The age at which a reading of a facet becomes stale; nil if it doesn't, or nothing reports the facet.
    func maximumAge(of id: ElementID, _ type: FacetType) -> Duration? {
        guard let endpoint = source(of: id, type) else { return nil }
        let reported = type == .bidirectional && isDirected(id) ? .regulable : type
        if let own = policy(of: id, reported) { return own.maximumAge }
        return maximumAges[endpoint.number]
    }

    /// The elements that an endpoint is polled for, in the order of the houses.
    func elements(of endpoint: EndpointID) -> [ElementID] {
        types.indices.lazy.filter { !types[$0].isEmpty || !compared.isEmpty }.map { ElementID($0) }.filter { id in
            if compared[id]?.values.contains(endpoint) == true { return true }
            let isHere =
                endpoints[id.number] == Int32(endpoint.number) || several[id]?.values.contains(endpoint) == true
            return isHere && isPolled(id, at: endpoint)
        }
    }

    /// False if the endpoint reports all facets of the element unasked.
    private func isPolled(_ id: ElementID, at endpoint: EndpointID) -> Bool {
        guard let own = policies[id] else { return true }
        return types[id.number].contains { type in
            self.endpoint(of: id, type) == endpoint && (own[type]?.isRead ?? true)
        }
    }
}
