import DomoModel

/// The facets that are moving, according to their links.
struct Movements: Sendable {
    /// The time after which a movement without further reports has ended: no cover takes longer.
    static let maxDuration: Duration = .seconds(180)
    /// The time after the end of a movement in which the link may still report where it ended.
    static let settleTime: Duration = .seconds(2)

    private struct Facet: Hashable {
        var element: ElementID
        var type: FacetType
    }

    private var ends: [Facet: Instant] = [:]
    /// When facets that moved have settled.
    private var settling: [Facet: Instant] = [:]

    var earliest: Instant? {
        if ends.isEmpty, settling.isEmpty { return nil }
        return [ends.values.min(), settling.values.min()].compactMap { $0 }.min()
    }
    var count: Int { ends.count + settling.count }

    func contains(_ element: ElementID, _ type: FacetType) -> Bool {
        !ends.isEmpty && ends[Facet(element: element, type: type)] != nil
    }

    /// - Returns: true if that is new.
    mutating func note(_ isMoving: Bool, _ element: ElementID, _ type: FacetType, at now: Instant) -> Bool {
        let facet = Facet(element: element, type: type)
        let before =
            isMoving ? ends.updateValue(now + Self.maxDuration, forKey: facet) : ends.removeValue(forKey: facet)
        if isMoving {
            settling[facet] = nil
        } else if before != nil {
            settling[facet] = now + Self.settleTime
        }
        return (before != nil) != isMoving
    }

    /// An order was sent to the element or ended: it may move again.
    mutating func noteCommand(of element: ElementID, at now: Instant) {
        guard !settling.isEmpty else { return }
        for facet in settling.keys where facet.element == element { settling[facet] = now + Self.settleTime }
    }

    /// - Returns: the movements that timed out, in the order of the houses.
    mutating func wake(at now: Instant) -> [(ElementID, FacetType)] {
        guard let earliest, earliest <= now else { return [] }
        let over = ends.filter { $0.value <= now }.keys
        for facet in over {
            ends[facet] = nil
            settling[facet] = now
        }
        return Self.inOrder(over)
    }

    /// - Returns: the facets that moved and have settled, in the order of the houses.
    mutating func takeSettled(at now: Instant) -> [(ElementID, FacetType)] {
        guard !settling.isEmpty else { return [] }
        let over = settling.filter { $0.value <= now }.keys
        for facet in over { settling[facet] = nil }
        return Self.inOrder(over)
    }

    private static func inOrder(_ facets: some Sequence<Facet>) -> [(ElementID, FacetType)] {
        facets.sorted { ($0.element.number, $0.type.rawValue) < ($1.element.number, $1.type.rawValue) }
            .map { ($0.element, $0.type) }
    }

    mutating func end(where matches: (ElementID, FacetType) -> Bool) {
        ends = ends.filter { !matches($0.key.element, $0.key.type) }
        settling = settling.filter { !matches($0.key.element, $0.key.type) }
    }

    func moved(_ number: (ElementID) -> ElementID?) -> Movements {
        var moved = Movements()
        for (facet, end) in ends {
            guard let element = number(facet.element) else { continue }
            moved.ends[Facet(element: element, type: facet.type)] = end
        }
        for (facet, end) in settling {
            guard let element = number(facet.element) else { continue }
            moved.settling[Facet(element: element, type: facet.type)] = end
        }
        return moved
    }
}
