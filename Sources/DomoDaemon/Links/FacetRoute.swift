import DomoEngine
import DomoLanguage
import DomoModel

/// A route that somebody wrote for one facet, in place of its house's server.
struct FacetRoute: Equatable, Sendable {
    /// Where it is written; the later one wins.
    enum Origin: CaseIterable, Sendable {
        /// A binding beside the element.
        case houseFile
        case configuration
    }

    var facet: FacetName
    /// The number of the link in the catalog.
    var link: Int
    var origin: Origin
    /// `domod.yaml:3:14`
    var position: String

    /// One route for each facet: that of the configuration, else that of the house file.
    ///
    /// - Throws: where one origin has two for the same facet.
    static func merged(_ routes: [FacetRoute]) throws(Fault) -> [Catalog.Route] {
        var chosen: [FacetName: FacetRoute] = [:]
        var conflicts: [String] = []
        for origin in Origin.allCases {
            var found: [FacetName: FacetRoute] = [:]
            for route in routes where route.origin == origin {
                if let first = found[route.facet] { conflicts.append(conflict(first, route)) }
                found[route.facet] = found[route.facet] ?? route
            }
            chosen.merge(found) { $1 }
        }
        guard conflicts.isEmpty else {
            throw Fault(.badConfiguration, conflicts.joined(separator: "\n"), hint: "remove one of the two routes")
        }
        // In their order, which that of a dictionary is not.
        return routes.filter { chosen[$0.facet] == $0 }.map {
            Catalog.Route(path: $0.facet.path, types: FacetTypes([$0.facet.type]), link: $0.link)
        }
    }

    private static func conflict(_ first: FacetRoute, _ second: FacetRoute) -> String {
        "\(second.position): error: \(second.facet.path) has two routes for \(second.facet.type.word); "
            + "the first is at \(first.position)"
    }
}
