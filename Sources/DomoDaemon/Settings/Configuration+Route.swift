import DomoEngine
import DomoModel

extension Configuration {
    /// The link that controls an element, in place of its house's server, or a second link for it.
    struct Route: Equatable, Sendable {
        /// The element's name, or a suffix of its path.
        var element: String
        /// Nil for all its facets.
        var type: FacetType?
        /// The key of the link.
        var link: String
        /// Nil for the primary link.
        var purpose: Catalog.SecondRoute.Purpose?
        /// `domod.yaml:3:14`
        var position: String
    }
}

extension Configuration.Route {
    /// - Returns: the routes of the facets, or a warning if the route has no effect.
    func facets(in index: HouseIndex, _ links: [Catalog.Link]) -> (routes: [FacetRoute], warnings: [String]) {
        guard let number = links.firstIndex(where: { $0.key == link }) else {
            return ([], ["\(position): there is no link \"\(link)\"; the route has no effect"])
        }
        let id: ElementID
        do throws(NameFault) {
            id = try index.element(named: element)
        } catch {
            return ([], ["\(position): \(error.text(unknown: "element")); the route has no effect"])
        }
        let (path, types) = (index.path(of: id), index[id].types)
        if index[id].isVirtual {
            return ([], ["\(position): \(path) is virtual: domo itself holds its value; the route has no effect"])
        }
        if let type, !types.contains(type) {
            let words = types.map(\.word).joined(separator: ", ")
            return ([], ["\(position): \(path) is not \(type.word); the route has no effect; its types are: \(words)"])
        }
        return (
            (type.map { [$0] } ?? Array(types)).map {
                let facet = FacetName(path: path, type: $0)
                return FacetRoute(
                    facet: facet,
                    link: number,
                    purpose: purpose,
                    origin: .configuration,
                    position: position
                )
            }, []
        )
    }
}
