public import DomoLanguage
public import DomoModel

/// What a load is prepared against: the present load. It keeps the old houses alive, so that the task that prepared the
/// load frees them.
public struct LoadBase: Sendable {
    let houses: Houses
    let readings: Readings
    private let facets: ReadableFacets
    private let targets: [[Target]]
    private let scenes: LoadedScenes

    fileprivate init(_ engine: borrowing Engine) {
        houses = engine.houses
        readings = engine.readings
        facets = engine.polling.facets
        targets = engine.polling.targets
        scenes = engine.scenes.loaded
    }
}

extension Engine {
    public var loadBase: LoadBase { LoadBase(self) }
}

/// A load with everything that depends only on its catalog and the houses it replaces. Preparing it takes long for a
/// large house, and can be done without blocking the engine.
public struct PreparedLoad: Sendable {
    let houses: Houses
    /// The number of the load that this one replaces.
    let replaced: Int
    /// For each element of the replaced load its new number; nil if all of them keep theirs.
    let numbers: [ElementID?]?
    /// The facets that have another source than before, by their old numbers.
    let rerouted: [FacetID]
    /// The elements that have fewer types than before, by their old numbers.
    let reduced: [ElementID]
    let readable: ReadableFacets
    /// For each endpoint.
    let polled: [PolledElements]
    let scenes: ScenePlan
    /// What has another path than in the replaced load.
    let renames: [PathChange]

    struct FacetID: Sendable {
        var element: ElementID
        var type: FacetType
    }

    /// - `renames`: what has another path than in the replaced load; it keeps its state.
    /// - `now`: scene times between this moment and the load are computed again at the load.
    public init(_ catalog: Catalog, after base: LoadBase, renames: [PathChange] = [], at now: Instant) {
        self.renames = renames
        let (old, new) = (base.houses, Houses(catalog, number: base.houses.number + 1, at: now))
        houses = new
        replaced = old.number
        let numbers = Self.numbers(old, new, PathMap(renames))
        let isSame = numbers.indices.allSatisfy { numbers[$0]?.number == $0 }
        self.numbers = isSame ? nil : numbers
        var sources = Sources()
        let (before, after) = (sources.numbers(of: old), sources.numbers(of: new))
        var rerouted: [FacetID] = []
        var reduced: [ElementID] = []
        for number in numbers.indices {
            guard let place = numbers[number] else { continue }
            let element = ElementID(number)
            let types = old.types(of: element)
            if !new.isBindingKept(place, since: old, element) {
                rerouted += types.map { FacetID(element: element, type: $0) }
                continue
            }
            for type in types {
                let one = old.endpoint(of: element, type).map { before[$0.number] }
                let other = new.endpoint(of: place, type).map { after[$0.number] }
                if one != other { rerouted.append(FacetID(element: element, type: type)) }
            }
            if !types.allSatisfy(new.types(of: place).contains) { reduced.append(element) }
        }
        (self.rerouted, self.reduced) = (rerouted, reduced)
        let readable = ReadableFacets(new)
        self.readable = readable
        polled = new.endpoints.indices.map { PolledElements(of: EndpointID($0), readable, new) }
        scenes = ScenePlan(new, at: now.wall)
    }

    /// For each element of a load its number in a later one. Twins keep their state under the number of a
    /// representative, which may be another one after the load.
    private static func numbers(_ old: Houses, _ new: Houses, _ renames: PathMap) -> [ElementID?] {
        var finder = HouseIndex.PathFinder(new.index)
        let numbers = old.index.elements.indices.map { finder.element(at: renames[old.path(of: ElementID($0))]) }
        return numbers.indices.map { number in
            let element = ElementID(number)
            guard old.representative(of: element) == element else { return numbers[number] }
            return old.twins(of: element).lazy.compactMap { numbers[$0.number] }.first.map(new.representative)
        }
    }

    /// An element's new number.
    func number(of element: ElementID) -> ElementID? {
        guard let numbers else { return element }
        return numbers[element.number]
    }

    public var catalog: Catalog { houses.loaded }

    /// Warnings that the catalog does not contain yet.
    public var warnings: [String] { Array(houses.warnings.dropFirst(catalog.warnings.count)) }

    /// The stored readings of elements without a present reading: the load needs no others.
    public func unknown(of memory: Memory, after base: LoadBase) -> Memory {
        var unknown = memory
        var (new, old) = (HouseIndex.PathFinder(houses.index), HouseIndex.PathFinder(base.houses.index))
        unknown.readings.removeAll { known in
            guard let element = new.element(at: known.element) else { return true }
            guard let before = old.element(at: known.element) else { return false }
            return houses.types(of: element).contains(known.type)
                && base.readings.reading(base.houses.representative(of: before), known.type) != nil
        }
        return unknown
    }
}

/// Numbers the sources of readings: two endpoints with the same key and label are the same source.
private struct Sources {
    private var known: [String: Int] = [:]

    /// One number per endpoint.
    mutating func numbers(of houses: Houses) -> [Int] {
        houses.endpoints.map { endpoint in
            let source = "\(endpoint.link.key) \(endpoint.label) \(endpoint.link.profile.reading != nil)"
            let number = known[source] ?? known.count
            known[source] = number
            return number
        }
    }
}
