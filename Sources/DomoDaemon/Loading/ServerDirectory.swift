import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel

/// Which server moves which house. It is made once: a load changes houses, not servers.
struct ServerDirectory: Sendable {
    private(set) var servers: [Catalog.Link] = []
    /// Numbers in `servers`, by the name of the house.
    private var own: [String: Int] = [:]
    /// For houses that have none of their own.
    private var usual: Int?
    private var known: [(server: Configuration.Server, number: Int)] = []

    init(usual: Configuration.Server?, own: [String: Configuration.Server], http: CurlLoop) {
        self.usual = usual.map { number(of: $0, http: http) }
        for (house, server) in own.sorted(by: { $0.key < $1.key }) { self.own[house] = number(of: server, http: http) }
    }

    /// Houses that say the same of their server share it, its connections and its limits.
    private mutating func number(of server: Configuration.Server, http: CurlLoop) -> Int {
        if let number = known.first(where: { $0.server == server })?.number { return number }
        let url = server.settings.url
        let namesakes = servers.count { $0.label == url || $0.label.hasPrefix("\(url) (") }
        let label = namesakes == 0 ? url : "\(url) (\(namesakes + 1))"
        let link = HTTPLink(settings: server.settings, label: label, loop: http)
        servers.append(Catalog.Link(label: label, profile: link.profile, port: link, deadline: server.deadline))
        known.append((server, servers.count - 1))
        return servers.count - 1
    }

    func catalog(_ load: HouseLoad) -> Catalog {
        let houses = load.houses
        let names = Set(houses.map(\.name))
        let strangers = own.keys.filter { !names.contains($0) }.sorted().map {
            "the configuration names a server for the house \"\($0)\", which is in no house file"
        }
        let homeless = houses.filter { own[$0.name] ?? usual == nil }.map {
            "the house \"\($0.name)\" has no server: orders for it are refused"
        }
        let nameless = servers.indices.flatMap { elementWarnings(server: $0, houses: houses) }
        return Catalog(
            houses: houses,
            links: servers,
            linkOfHouse: houses.map { own[$0.name] ?? usual },
            sites: load.sites,
            scenes: load.scenes,
            sceneFolder: load.sceneFolder,
            warnings: load.warnings + strangers + homeless + nameless
        )
    }

    /// What the configuration says of elements that are not there.
    private func elementWarnings(server: Int, houses: [House]) -> [String] {
        guard let settings = known.first(where: { $0.number == server })?.server.settings, !settings.elements.isEmpty
        else { return [] }
        let index = HouseIndex(houses.filter { own[$0.name] ?? usual == server })
        let elements = index.elements.indices.map { number in
            (index.elements[number].name, index.path(of: ElementID(number)))
        }
        return settings.elements.warnings(for: elements)
    }
}
