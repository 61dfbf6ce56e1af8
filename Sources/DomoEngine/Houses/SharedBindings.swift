import DomoModel

/// Twins: elements with the same types, role, unit and binding, so that an order for one moves all of them, and a reading
/// of one is a reading of all.
struct SharedBindings: Sendable {
    /// For each twin the first of them, under whose number their state is kept.
    private var representatives: [ElementID: ElementID] = [:]
    /// All twins in the order of the houses, by their representative.
    private var twins: [ElementID: [ElementID]] = [:]
    /// Representatives of elements that are not twins but share a signal; each list in the order of the houses.
    private var overlaps: [[ElementID]] = []
    /// The indices of the overlaps that contain a representative.
    private var overlapsOfElement: [ElementID: [Int]] = [:]
    /// Only for elements whose links don't bind by name.
    private var fingerprints: [ElementID: Int] = [:]

    init() {}

    init(_ catalog: Catalog, _ routes: Routes, _ endpoints: [Houses.LinkEndpoint]) {
        let candidates = Self.candidates(in: catalog, routes, endpoints)
        guard !candidates.isEmpty else { return }
        var byBinding: [Key: ElementID] = [:]
        var bySignal: [String: [ElementID]] = [:]
        for candidate in candidates {
            let id = candidate.element
            guard let binding = Self.binding(of: id, in: catalog.index, routes, endpoints) else { continue }
            if !candidate.isByName { fingerprints[id] = binding.hashValue }
            let key = Key(catalog.index[id], binding)
            if let first = byBinding[key] {
                representatives[id] = first
                twins[first, default: [first]].append(id)
                continue
            }
            byBinding[key] = id
            for signal in Set(binding.signals) { bySignal[signal, default: []].append(id) }
        }
        overlaps = Set(bySignal.values.filter { $0.count > 1 }).sorted {
            $0.lexicographicallyPrecedes($1) { $0.number < $1.number }
        }
        for (number, elements) in overlaps.enumerated() {
            for element in elements { overlapsOfElement[element, default: []].append(number) }
        }
    }

    // MARK: - What is compared

    private struct Key: Hashable {
        var types: Set<FacetType>
        /// What is meant by the same answer: a power is no energy.
        var role: FacetRole?
        var unit: String?
        var binding: Binding

        init(_ element: Element, _ binding: Binding) {
            (types, role, unit) = (Set(element.types), element.details?.role, element.details?.unit)
            self.binding = binding
        }
    }

    private struct Candidate {
        var element: ElementID
        var isByName: Bool
    }

    /// The elements that may have the same binding as another, in the order of the houses.
    private static func candidates(
        in catalog: Catalog,
        _ routes: Routes,
        _ endpoints: [Houses.LinkEndpoint]
    ) -> [Candidate] {
        let index = catalog.index
        let named = index.elementsThatShareNames
        let own = Set(endpoints.filter { !$0.link.profile.bindsByName }.map(\.label))
        guard !own.isEmpty else { return named.map { Candidate(element: $0, isByName: true) } }
        let isByName = endpoints.map { !own.contains($0.label) }
        let shared = Set(named)
        return index.elements.indices.compactMap { number in
            let id = ElementID(number)
            let house = index.house(of: id)
            let isOwn = index[id].types.contains { type in
                routes.endpoint(of: id, type, inHouse: house).map { !isByName[$0.number] } ?? false
            }
            return isOwn || shared.contains(id) ? Candidate(element: id, isByName: !isOwn) : nil
        }
    }

    /// Nil if no link controls the element, or no other element can have the same binding.
    static func binding(
        of id: ElementID,
        in index: HouseIndex,
        _ routes: Routes,
        _ endpoints: [Houses.LinkEndpoint]
    ) -> Binding? {
        let (house, whole) = (index.house(of: id), Target(id, in: index))
        var types: [(endpoint: EndpointID, types: FacetTypes)] = []
        for type in whole.types {
            guard let endpoint = routes.endpoint(of: id, type, inHouse: house) else { continue }
            if let place = types.firstIndex(where: { $0.endpoint == endpoint }) {
                types[place].types.append(type)
            } else {
                var first = FacetTypes()
                first.append(type)
                types.append((endpoint, first))
            }
        }
        var all = Binding(signals: [])
        for part in types {
            var target = whole
            target.types = part.types
            guard let binding = endpoints[part.endpoint.number].link.profile.binding(of: target) else { return nil }
            all.append(binding)
        }
        return all.isEmpty ? nil : all
    }

    // MARK: - What follows

    /// The element under whose number the state of this one is kept: itself for most.
    func representative(of id: ElementID) -> ElementID {
        representatives.isEmpty ? id : representatives[id] ?? id
    }

    /// All twins of the representative, itself included.
    func twins(of representative: ElementID) -> [ElementID] { twins[representative] ?? [representative] }

    /// Representatives of other devices that a signal for this one may also move, in the order of the houses.
    func overlapping(_ representative: ElementID) -> [ElementID] {
        guard !overlaps.isEmpty, let numbers = overlapsOfElement[representative] else { return [] }
        var others = Set(numbers.flatMap { overlaps[$0] })
        others.remove(representative)
        return others.sorted { $0.number < $1.number }
    }

    /// Changes with the binding; nil if the element's link binds by name.
    func fingerprint(of id: ElementID) -> Int? { fingerprints[id] }

    /// Warnings for the administrator: normally no two elements control the same device.
    func warnings(path: (ElementID) -> String, endpoint: (ElementID) -> String) -> [String] {
        let groups = twins.sorted { $0.key.number < $1.key.number }.map { first, all in
            "\(Self.list(all.map(path))) are the same device at \(endpoint(first)): their signals are identical, "
                + "so an order or a reading of one applies to all"
        }
        let overlaps = overlaps.map { elements in
            "\(Self.list(elements.map(path))) share signals at \(endpoint(elements[0])), but differ in types, kind, "
                + "role, unit or states, so the others are stale after an order for one"
        }
        return Self.limited(groups) + Self.limited(overlaps)
    }

    /// The maximum number of paths or groups that are named.
    private static let maxNamed = 10

    private static func list(_ paths: [String]) -> String {
        let named = paths.prefix(maxNamed)
        guard paths.count == named.count, let last = named.last else {
            return named.joined(separator: ", ") + " and \(paths.count - named.count) more"
        }
        return named.dropLast().joined(separator: ", ") + " and \(last)"
    }

    private static func limited(_ warnings: [String]) -> [String] {
        guard warnings.count > maxNamed else { return warnings }
        return warnings.prefix(maxNamed) + ["\(warnings.count - maxNamed) more groups of elements share their signals"]
    }
}
