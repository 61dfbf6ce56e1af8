import DomoModel

/// The facets that are moving, according to their links.
struct Movements: Sendable {
    /// The time after which a movement without further reports has ended: no cover takes longer.
    static let maxDuration: Duration = .seconds(180)

    private struct Facet: Hashable {
        var element: ElementID
        var type: FacetType
    }

    private var ends: [Facet: Instant] = [:]

    var earliest: Instant? { ends.isEmpty ? nil : ends.values.min() }
    var count: Int { ends.count }

    func contains(_ element: ElementID, _ type: FacetType) -> Bool {
        !ends.isEmpty && ends[Facet(element: element, type: type)] != nil
    }

    /// - Returns: true if that is new.
    mutating func note(_ isMoving: Bool, _ element: ElementID, _ type: FacetType, at now: Instant) -> Bool {
        let facet = Facet(element: element, type: type)
        let before =
            isMoving ? ends.updateValue(now + Self.maxDuration, forKey: facet) : ends.removeValue(forKey: facet)
        return (before != nil) != isMoving
    }

    /// - Returns: the movements that timed out, in the order of the houses.
    mutating func wake(at now: Instant) -> [(ElementID, FacetType)] {
        guard let earliest, earliest <= now else { return [] }
        let over = ends.filter { $0.value <= now }.keys
        for facet in over { ends[facet] = nil }
        return over.sorted { ($0.element.number, $0.type.rawValue) < ($1.element.number, $1.type.rawValue) }
            .map { ($0.element, $0.type) }
    }

    mutating func end(where matches: (ElementID, FacetType) -> Bool) {
        ends = ends.filter { !matches($0.key.element, $0.key.type) }
    }

    func moved(_ number: (ElementID) -> ElementID?) -> Movements {
        var moved = Movements()
        for (facet, end) in ends {
            guard let element = number(facet.element) else { continue }
            moved.ends[Facet(element: element, type: facet.type)] = end
        }
        return moved
    }
}
