import DomoModel

/// What links expose on their buses, and the last value passed for each.
struct Exposures: Sendable {
    struct Entry: Sendable {
        let subject: Exposed
        /// The element of a facet; nil if the houses don't have it.
        let element: ElementID?
        let port: any LinkPort
        /// Nil until a value was passed.
        fileprivate(set) var lastValue: Value??
    }

    private(set) var entries: [Entry] = []
    /// True if a reading may have changed since the last pass.
    private(set) var isDue = false
    /// The indices of the scenes: these are few and are checked after each input.
    private var scenes: [Int] = []

    mutating func noteChange() { isDue = !entries.isEmpty }

    /// - Returns: the entries to check now: facets only if a reading has changed.
    mutating func takeDue() -> [(number: Int, entry: Entry)] {
        defer { isDue = false }
        return isDue ? Array(entries.enumerated()).map { ($0.offset, $0.element) } : scenes.map { ($0, entries[$0]) }
    }

    /// - Returns: true if the link was last passed another value.
    mutating func noteExposed(_ number: Int, _ value: Value?) -> Bool {
        guard entries[number].lastValue != .some(value) else { return false }
        entries[number].lastValue = .some(value)
        return true
    }

    mutating func load(_ links: [Catalog.Link], _ index: HouseIndex) {
        let before = entries
        entries = links.flatMap { link in
            link.profile.exposed.map { subject in
                var element: ElementID?
                switch subject {
                case .facet(let facet), .confirmed(let facet):
                    if let id = index.element(at: facet.path), index[id].types.contains(facet.type) { element = id }
                case .scene: break
                }
                let old = before.first { $0.subject == subject && $0.port === link.port }
                return Entry(subject: subject, element: element, port: link.port, lastValue: old?.lastValue)
            }
        }
        scenes = entries.indices.filter { if case .scene = entries[$0].subject { true } else { false } }
        noteChange()
    }
}
