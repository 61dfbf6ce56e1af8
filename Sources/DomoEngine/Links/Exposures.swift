import DomoModel

/// The facets whose readings links want to be told, and what each was told last.
struct Exposures: Sendable {
    struct Entry: Sendable {
        let facet: FacetName
        /// Nil where the houses don't have it.
        let element: ElementID?
        let port: any LinkPort
        /// Nil until it was told anything.
        fileprivate(set) var told: Value??
    }

    private(set) var entries: [Entry] = []
    /// True where a reading may have changed since they were looked through.
    private(set) var isDue = false

    mutating func noteChange() { isDue = !entries.isEmpty }

    /// - Returns: those to look through now; none where no reading has changed.
    mutating func takeDue() -> [Entry] {
        defer { isDue = false }
        return isDue ? entries : []
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
            link.profile.exposed.map { facet in
                let element = index.element(at: facet.path).flatMap { index[$0].types.contains(facet.type) ? $0 : nil }
                let old = before.first { $0.facet == facet && $0.port === link.port }
                return Entry(facet: facet, element: element, port: link.port, told: old?.told)
            }
        }
        noteChange()
    }
}
