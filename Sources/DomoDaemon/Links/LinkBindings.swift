import DomoCalendar
import DomoEngine
import DomoKNXBus
import DomoKNXHouse
import DomoModel

/// The bindings of the house files to one link.
struct LinkBindings: Sendable {
    var knx = KNXBindings()
    /// By house name, for bindings that send the time.
    var clocks: [String: LocalClock] = [:]
}

extension LinkBindings {
    /// Assigns the bindings of all houses to links.
    ///
    /// - Parameters:
    ///   - takers: the numbers of the links that accept bindings.
    ///   - catalog: includes the routes of the configuration.
    /// - Returns: the bindings of each taker; the routes that result from them; and the positions of the bindings that
    ///   belong to no link.
    static func divide(
        _ knx: KNXBindings,
        among takers: [Int],
        of catalog: Catalog
    ) -> (bindings: [Int: LinkBindings], routes: [FacetRoute], unassigned: [String]) {
        var clocks: [String: LocalClock] = [:]
        for (house, site) in zip(catalog.index.houses, catalog.sites) { clocks[house.name] = site.clock }
        var bindings: [Int: LinkBindings] = [:]
        for taker in takers { bindings[taker] = LinkBindings(clocks: clocks) }
        var routed: [FacetName: Int] = [:]
        for route in catalog.routes {
            for type in route.types ?? FacetTypes(FacetType.allCases) ?? FacetTypes() {
                routed[FacetName(path: route.path, type: type)] = route.link
            }
        }
        /// The link of the house, if it accepts bindings; else the only link that does.
        func usual(_ house: Int?) -> Int? {
            if let link = house.flatMap({ catalog.linkOfHouse[$0] }), takers.contains(link) { return link }
            return takers.count == 1 ? takers[0] : nil
        }
        /// The second links of each facet that accept bindings.
        var second: [FacetName: Set<Int>] = [:]
        for route in catalog.secondRoutes where takers.contains(route.link) {
            for type in route.types ?? FacetTypes(FacetType.allCases) ?? FacetTypes() {
                second[FacetName(path: route.path, type: type), default: []].insert(route.link)
            }
        }
        var routes: [FacetRoute] = []
        var unassigned: [String] = []
        for facet in knx.facets {
            let house = catalog.index.element(at: facet.facet.path).map { catalog.index.house(of: $0) }
            let standby = second[facet.facet] ?? []
            for link in standby where link != routed[facet.facet] { bindings[link]?.knx.facets.append(facet) }
            if let configured = routed[facet.facet] {
                // The configured link controls it; if that accepts no bindings, nothing is bound.
                if takers.contains(configured) { bindings[configured]?.knx.facets.append(facet) }
                continue
            }
            // A second link does not replace the house's server.
            if !standby.isEmpty, let own = house.flatMap({ catalog.linkOfHouse[$0] }), !takers.contains(own) {
                continue
            }
            guard let link = usual(house) else {
                unassigned.append(facet.position)
                continue
            }
            bindings[link]?.knx.facets.append(facet)
            if house.flatMap({ catalog.linkOfHouse[$0] }) != link {
                routes.append(
                    FacetRoute(facet: facet.facet, link: link, origin: .houseFile, position: facet.position)
                )
            }
        }
        for exposure in knx.exposures {
            if let link = usual(catalog.index.houses.firstIndex { $0.name == exposure.house }) {
                bindings[link]?.knx.exposures.append(exposure)
            } else {
                unassigned.append(exposure.position)
            }
        }
        for scene in knx.scenes {
            if let link = usual(catalog.index.houses.firstIndex { $0.name == scene.house }) {
                bindings[link]?.knx.scenes.append(scene)
            } else {
                unassigned.append(scene.position)
            }
        }
        return (bindings, routes, unassigned)
    }
}
