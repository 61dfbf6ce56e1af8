import DomoModel

/// What links show on their buses, and the value of each that they were passed last.
struct Exposures: Sendable {
    struct Entry: Sendable {
        let subject: Exposed
        /// Of a facet; nil where the houses don't have it.
        let element: ElementID?
        let port: any LinkPort
        /// Nil until it was told anything.
        fileprivate(set) var told: Value??
    }

    private(set) var entries: [Entry] = []
    /// True where a reading may have changed since they were looked through.
    private(set) var isDue = false
    /// The numbers of those that are scenes: these are few, and looked at after each input.
    private var scenes: [Int] = []

    mutating func noteChange() { isDue = !entries.isEmpty }

    /// - Returns: those to look through now: facets only where a reading has changed.
    mutating func takeDue() -> [(number: Int, entry: Entry)] {
        defer { isDue = false }
        return isDue ? Array(entries.enumerated()).map { ($0.offset, $0.element) } : scenes.map { ($0, entries[$0]) }
    }

    /// - Returns: true where the link was last told something else.
    mutating func tell(_ number: Int, _ value: Value?) -> Bool {
        guard entries[number].told != .some(value) else { return false }
        entries[number].told = .some(value)
        return true
    }

    mutating func load(_ links: [Catalog.Link], _ index: HouseIndex) {
        let before = entries
        entries = links.flatMap { link in
            link.profile.exposed.map { subject in
                var element: ElementID?
                if case .facet(let facet) = subject, let id = index.element(at: facet.path),
                    index[id].types.contains(facet.type)
                {
                    element = id
                }
                let old = before.first { $0.subject == subject && $0.port === link.port }
                return Entry(subject: subject, element: element, port: link.port, told: old?.told)
            }
        }
        scenes = entries.indices.filter { if case .scene = entries[$0].subject { true } else { false } }
        noteChange()
    }
}
