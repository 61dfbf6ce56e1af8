import DomoEngine
import DomoKNXBus
import DomoKNXHouse
import DomoLanguage
import DomoModel

/// The links, and which link controls which house. Each load creates one; a link whose settings are unchanged keeps its
/// port and its connections.
struct LinkDirectory: Sendable {
    private(set) var links: [Catalog.Link] = []
    /// The numbers of the links that were created for this load.
    private var made: Set<Int> = []
    /// The configuration of each of `links`.
    private var configured: [Configuration.Link] = []
    /// Numbers in `links`, by house name.
    private var own: [String: Int] = [:]
    /// The default link, for houses without one of their own.
    private var usual: Int?

    init() {}

    /// - Parameters:
    ///   - usual: the default link, for houses without one of their own.
    ///   - own: the links of houses, by house name.
    ///   - others: all links with a key, by key; `usual` and `own` may be among them.
    ///   - resources: nil for a check: the links then send nothing.
    ///   - previous: the directory of the previous load.
    init(
        usual: Configuration.Link?,
        own: [String: Configuration.Link],
        others: [String: Configuration.Link] = [:],
        resources: LinkResources?,
        previous: LinkDirectory = LinkDirectory()
    ) {
        let wanted =
            (usual.map { [$0] } ?? []) + own.sorted { $0.key < $1.key }.map(\.value)
            + others.sorted { $0.key < $1.key }.map(\.value)
        // Houses with the same server settings share the server, its connections and its limits.
        for link in wanted where !configured.contains(link) { configured.append(link) }
        let kept = previous.kept(for: configured)
        var labels = Set(kept.compactMap { $0?.label })
        links = zip(configured, kept).map { link, kept in
            Self.link(link, label: kept?.label ?? Self.label(for: link, in: &labels), kept: kept, resources)
        }
        made = Set(kept.indices.filter { kept[$0] == nil })
        self.usual = usual.flatMap { configured.firstIndex(of: $0) }
        self.own = own.compactMapValues { configured.firstIndex(of: $0) }
    }

    /// - Returns: for each new link the previous link that it continues, none of them twice.
    private func kept(for new: [Configuration.Link]) -> [Catalog.Link?] {
        var free = Array(zip(configured, links))
        func removeLink(where fits: (Configuration.Link) -> Bool) -> Catalog.Link? {
            free.firstIndex { fits($0.0) }.map { free.remove(at: $0).1 }
        }
        let equal = new.map { link in removeLink { $0 == link } }
        // The deadline belongs to the engine: a new one needs no new connection.
        return zip(new, equal).map { link, equal in equal ?? removeLink { $0.isSameLink(as: link) } }
    }

    private static func link(
        _ link: Configuration.Link,
        label: String,
        kept: Catalog.Link?,
        _ resources: LinkResources?
    ) -> Catalog.Link {
        let (profile, port) =
            kept.map { ($0.profile, $0.port) } ?? resources.map { link.settings.makeLink(label: label, with: $0) }
            ?? (link.settings.profile(label: label), NoPort())
        return Catalog.Link(
            key: link.key,
            kind: link.kind,
            label: label,
            profile: profile,
            port: port,
            deadline: link.deadline
        )
    }

    /// The label of the settings, with a number if another link has the same label.
    private static func label(for link: Configuration.Link, in taken: inout Set<String>) -> String {
        let usual = link.settings.label
        var (label, number) = (usual, 1)
        while !taken.insert(label).inserted {
            number += 1
            label = "\(usual) (\(number))"
        }
        return label
    }

    // MARK: The catalog

    /// - Throws: if the configuration has two routes for one facet.
    func catalog(_ load: HouseLoad, routes: [Configuration.Route] = []) throws(Fault) -> Catalog {
        var catalog = Catalog(
            houses: load.houses,
            links: links,
            linkOfHouse: load.houses.map { own[$0.name] ?? usual },
            sites: load.sites,
            scenes: load.scenes,
            sceneFolder: load.sceneFolder,
            warnings: load.warnings
        )
        catalog.faultyScenes = load.faultyScenes
        var facets: [FacetRoute] = []
        var ineffective: [String] = []
        for route in routes {
            let (found, warnings) = route.facets(in: catalog.index, links)
            facets += found
            ineffective += warnings
        }
        catalog.routes = try FacetRoute.merged(facets)
        catalog.secondRoutes = try FacetRoute.second(facets)
        try bind(load.knx, facets, &catalog)
        let names = Set(load.houses.map(\.name))
        catalog.warnings += own.keys.filter { !names.contains($0) }.sorted().map {
            "the configuration sets a server for the house \"\($0)\", but no house file has it"
        }
        catalog.warnings += housesWithoutLink(in: catalog)
        catalog.warnings += links.indices.flatMap { elementWarnings(link: $0, catalog) }
        catalog.warnings += links.indices.compactMap { unconnectedWarning(link: $0, catalog) }
        catalog.warnings += ineffective
        catalog.warnings += secondRouteWarnings(catalog)
        return catalog
    }

    /// Passes the bindings of the house files to the links.
    private func bind(_ knx: KNXBindings, _ facets: [FacetRoute], _ catalog: inout Catalog) throws(Fault) {
        let takers = links.indices.filter { configured[$0].settings.takesBindings }
        let (bindings, routes, unassigned) = LinkBindings.divide(knx, among: takers, of: catalog)
        for (number, bound) in bindings {
            let profile = configured[number].settings.profile(label: links[number].label, bound)
            catalog.links[number].profile = profile
            // It has not been started yet.
            if made.contains(number) { links[number].port.use(profile) }
        }
        catalog.routes = try FacetRoute.merged(facets + routes)
        guard let first = unassigned.first else { return }
        let more = unassigned.count > 1 ? ", and \(unassigned.count - 1) more" : ""
        catalog.warnings.append(
            takers.isEmpty
                ? "\(first)\(more): group addresses have no effect: no KNX interface is configured; "
                    + "add one under links or as the server, such as knx://HOST"
                : "\(first)\(more): group addresses have no effect: there are several KNX interfaces; "
                    + "make one of them the server of the house, or add routes"
        )
    }

    /// Warnings about second routes that have no effect.
    private func secondRouteWarnings(_ catalog: Catalog) -> [String] {
        catalog.secondRoutes.compactMap { second in
            guard let id = catalog.index.element(at: second.path) else { return nil }
            let (index, profile) = (catalog.index, catalog.links[second.link].profile)
            let target = Target(id, in: index)
            let own = catalog.routes.last { $0.path == second.path && $0.types == second.types }?.link
            let first = own ?? catalog.linkOfHouse[index.house(of: id)]
            let what = "\(second.path): the \(second.purpose.word) link \(links[second.link].label)"
            if first == second.link { return "\(what) has no effect: it already controls the element" }
            if first == nil { return "\(what) has no effect: no other link controls the element" }
            if profile.endpoint(of: target) == nil { return "\(what) has no effect: it doesn't know the element" }
            guard second.purpose == .compare, let types = second.types else { return nil }
            let isRead = profile.reading != nil && types.contains { profile.readable(target).contains($0) }
            return isRead ? nil : "\(what) has no effect: it does not report the element's state"
        }
    }

    private func housesWithoutLink(in catalog: Catalog) -> [String] {
        let houses = catalog.index.houses
        let routed = Set(catalog.routes.compactMap { catalog.index.element(at: $0.path) }.map(catalog.index.house))
        return houses.indices.compactMap { house in
            guard catalog.linkOfHouse[house] == nil else { return nil }
            var (hasVirtual, hasOthers) = (false, false)
            catalog.index.forEachElement(in: catalog.index.roots[house]) { id in
                if catalog.index[id].isVirtual { hasVirtual = true } else { hasOthers = true }
            }
            guard hasOthers || !hasVirtual else { return nil }
            let isPart = routed.contains(house)
            let refused =
                isPart ? "for its elements without a route" : hasVirtual ? "for all but virtual elements" : "for it"
            return "the house \"\(houses[house].name)\" has no server: orders \(refused) are refused"
        }
    }

    /// Warnings about elements in the settings of a link that it does not control.
    private func elementWarnings(link: Int, _ catalog: Catalog) -> [String] {
        configured[link].settings.warnings {
            elements(of: link, catalog).map { (catalog.index[$0].name, catalog.index.path(of: $0)) }
        }
    }

    /// A warning about the elements that the link doesn't know: nothing is sent for them.
    private func unconnectedWarning(link: Int, _ catalog: Catalog) -> String? {
        let profile = catalog.links[link].profile
        let index = catalog.index
        guard profile.distinguishesElements || index.hasParts else { return nil }
        var elsewhere: [String: Int] = [:]
        for route in catalog.routes where route.link != link {
            elsewhere[route.path, default: 0] += route.types?.count ?? 4
        }
        let unknown = elements(of: link, catalog).filter { id in
            let target = Target(id, in: index)
            return profile.endpoint(of: target) == nil && elsewhere[target.path, default: 0] < target.types.count
        }
        guard !unknown.isEmpty else { return nil }
        let paths = unknown.prefix(Self.maxNamed).map(index.path).joined(separator: ", ")
        let rest = unknown.count > Self.maxNamed ? " and \(unknown.count - Self.maxNamed) more" : ""
        let reason =
            configured[link].settings.takesBindings
            ? "the house file binds them to no group address of \(links[link].label)"
            : "\(links[link].label) has no entry for them under elements in the configuration"
        return "not connected, because \(reason): \(paths)\(rest)"
    }

    /// The maximum number of elements that one warning names.
    private static let maxNamed = 10

    /// The elements of the link's houses, and those that are routed to it.
    private func elements(of link: Int, _ catalog: Catalog) -> [ElementID] {
        let (index, routed) = (catalog.index, Set(catalog.routes.filter { $0.link == link }.map(\.path)))
        return index.elements.indices.map { ElementID($0) }.filter { id in
            guard !index[id].isVirtual else { return false }
            return catalog.linkOfHouse[index.house(of: id)] == link
                || (!routed.isEmpty && routed.contains(index.path(of: id)))
        }
    }
}
