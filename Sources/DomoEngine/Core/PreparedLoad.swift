public import DomoLanguage
import DomoModel

/// What a load is prepared against: what is loaded now. It keeps that alive, so that whoever prepared the load frees it.
public struct LoadBase: Sendable {
    let houses: Houses
    let readings: Readings
    private let polling: Polling
    private let scenes: LoadedScenes

    fileprivate init(_ engine: Engine) {
        houses = engine.houses
        readings = engine.readings
        polling = engine.polling
        scenes = engine.scenes.loaded
    }
}

extension Engine {
    public var loadBase: LoadBase { LoadBase(self) }
}

/// A load with all that follows from its catalog and from the houses that it replaces alone: it takes long in a large
/// house, and need not be done while others wait.
public struct PreparedLoad: Sendable {
    let houses: Houses
    /// The number of the load that it replaces.
    let replaced: Int
    /// For each element of that its number in this; nil where all of them keep theirs.
    let numbers: [ElementID?]?
    /// The facets that are reported by another source than before, by their numbers before.
    let strayed: [FacetID]
    /// The elements that offer less than before, by their numbers before.
    let poorer: [ElementID]
    let readable: ReadableFacets
    /// For each endpoint.
    let asked: [AskedElements]
    let scenes: ScenePlan

    struct FacetID: Sendable {
        var element: ElementID
        var type: FacetType
    }

    /// - `now`: a time of scenes that comes between this moment and the load is reckoned anew then.
    public init(_ catalog: Catalog, after base: LoadBase, at now: Instant) {
        let (old, new) = (base.houses, Houses(catalog, number: base.houses.number + 1, at: now))
        houses = new
        replaced = old.number
        let numbers = Self.numbers(old, new)
        let isSame = numbers.indices.allSatisfy { numbers[$0]?.number == $0 }
        self.numbers = isSame ? nil : numbers
        var sources = Sources()
        let (before, after) = (sources.numbers(of: old), sources.numbers(of: new))
        var strayed: [FacetID] = []
        var poorer: [ElementID] = []
        for number in numbers.indices {
            guard let place = numbers[number] else { continue }
            let element = ElementID(number)
            let types = old.types(of: element)
            if !new.isBindingKept(place, since: old, element) {
                strayed += types.map { FacetID(element: element, type: $0) }
                continue
            }
            for type in types {
                let one = old.endpoint(of: element, type).map { before[$0.number] }
                let other = new.endpoint(of: place, type).map { after[$0.number] }
                if one != other { strayed.append(FacetID(element: element, type: type)) }
            }
            if !types.allSatisfy(new.types(of: place).contains) { poorer.append(element) }
        }
        (self.strayed, self.poorer) = (strayed, poorer)
        let readable = ReadableFacets(new)
        self.readable = readable
        asked = new.endpoints.indices.map { AskedElements(of: EndpointID($0), readable, new) }
        scenes = ScenePlan(new, at: now.wall)
    }

    /// For each element of a load its number in a later one. What is known of elements that are one thing is kept under the
    /// number of one of them, which may be another one then.
    private static func numbers(_ old: Houses, _ new: Houses) -> [ElementID?] {
        var finder = HouseIndex.PathFinder(new.index)
        let numbers = old.index.elements.indices.map { finder.element(at: old.path(of: ElementID($0))) }
        return numbers.indices.map { number in
            let element = ElementID(number)
            guard old.representative(of: element) == element else { return numbers[number] }
            return old.twins(of: element).lazy.compactMap { numbers[$0.number] }.first.map(new.representative)
        }
    }

    /// An element's number now.
    func number(of element: ElementID) -> ElementID? {
        guard let numbers else { return element }
        return numbers[element.number]
    }

    public var catalog: Catalog { houses.loaded }

    /// What the administrator should know of it, beside what the catalog says.
    public var warnings: [String] { Array(houses.warnings.dropFirst(catalog.warnings.count)) }

    /// What is stored of elements of which nothing is known yet: for the rest the load has no use.
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

/// Names what readings come from: two endpoints that are named alike report the same things.
private struct Sources {
    private var known: [String: Int] = [:]

    /// For each endpoint of houses.
    mutating func numbers(of houses: Houses) -> [Int] {
        houses.endpoints.map { endpoint in
            let source = "\(endpoint.link.key) \(endpoint.label) \(endpoint.link.profile.reading != nil)"
            let number = known[source] ?? known.count
            known[source] = number
            return number
        }
    }
}
