import DomoEngine
import DomoLanguage
import DomoModel

/// An explicit route for one facet, which replaces its house's server.
struct FacetRoute: Equatable, Sendable {
    /// Where the route was defined; the later case wins.
    enum Origin: CaseIterable, Sendable {
        /// A binding beside the element.
        case houseFile
        case configuration
    }

    var facet: FacetName
    /// The number of the link in the catalog.
    var link: Int
    /// Nil for the primary link; else the purpose of a second one.
    var purpose: Catalog.SecondRoute.Purpose?
    var origin: Origin
    /// `domod.yaml:3:14`
    var position: String

    /// One route per facet: from the configuration, else from the house file.
    ///
    /// - Throws: if one origin has two routes for the same facet.
    static func merged(_ routes: [FacetRoute]) throws(Fault) -> [Catalog.Route] {
        try chosen(routes.filter { $0.purpose == nil }).map {
            Catalog.Route(path: $0.facet.path, types: FacetTypes([$0.facet.type]), link: $0.link)
        }
    }

    /// The second routes, one per facet and purpose.
    ///
    /// - Throws: if there are two.
    static func second(_ routes: [FacetRoute]) throws(Fault) -> [Catalog.SecondRoute] {
        var second: [Catalog.SecondRoute] = []
        for purpose in Catalog.SecondRoute.Purpose.allCases {
            second += try chosen(routes.filter { $0.purpose == purpose }).map {
                let types = FacetTypes([$0.facet.type])
                return Catalog.SecondRoute(path: $0.facet.path, types: types, link: $0.link, purpose)
            }
        }
        return second
    }

    private static func chosen(_ routes: [FacetRoute]) throws(Fault) -> [FacetRoute] {
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
        // Keeps their order, which a dictionary does not.
        return routes.filter { chosen[$0.facet] == $0 }
    }

    private static func conflict(_ first: FacetRoute, _ second: FacetRoute) -> String {
        "\(second.position): error: \(second.facet.path) has two \(second.purpose.map { "\($0.word) " } ?? "")routes for \(second.facet.type.word); "
            + "the first is at \(first.position)"
    }
}

extension Catalog.SecondRoute.Purpose {
    /// The key in the configuration.
    var word: String {
        switch self {
        case .fallback: "fallback"
        case .compare: "compare"
        }
    }
}
