import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel

/// Which server moves which house. Each load makes one, and a server whose settings stayed as they were keeps its driver
/// and its connections.
struct ServerDirectory: Sendable {
    private(set) var servers: [Catalog.Server] = []
    /// Numbers in `servers`, by the name of the house.
    private var own: [String: Int] = [:]
    /// For houses that have none of their own.
    private var usual: Int?
    /// What each of `servers` was made from.
    private var settings: [Configuration.Server] = []

    init() {}

    /// - Parameters:
    ///   - usual: the server of houses without one of their own.
    ///   - own: by the name of the house.
    ///   - previous: the directory of the load before.
    init(
        usual: Configuration.Server?,
        own: [String: Configuration.Server],
        http: CurlLoop,
        previous: ServerDirectory = ServerDirectory()
    ) {
        let wanted = (usual.map { [$0] } ?? []) + own.sorted { $0.key < $1.key }.map(\.value)
        // Houses that say the same of their server share it, its connections and its limits.
        for server in wanted where !settings.contains(server) { settings.append(server) }
        let kept = settings.map { server in
            previous.settings.firstIndex { $0.settings == server.settings }.map { previous.servers[$0] }
        }
        var labels = Set(kept.compactMap { $0?.label })
        servers = zip(settings, kept).map { server, kept in
            Self.link(
                to: server,
                label: kept?.label ?? Self.label(for: server, in: &labels),
                driver: kept?.driver,
                http: http
            )
        }
        self.usual = usual.flatMap { settings.firstIndex(of: $0) }
        self.own = own.compactMapValues { settings.firstIndex(of: $0) }
    }

    /// - Parameter driver: that of the same settings; nil to make one.
    private static func link(
        to server: Configuration.Server,
        label: String,
        driver: (any Driver)?,
        http: CurlLoop
    ) -> Catalog.Server {
        Catalog.Server(
            label: label,
            driver: driver ?? HTTPDriver(settings: server.settings, loop: http),
            // The driver has the next at hand when one ends.
            maxInFlight: 2 * server.settings.maxInFlight,
            connections: server.settings.maxInFlight,
            deadline: server.deadline,
            reading: server.settings.reading
        )
    }

    /// The URL, told apart from those of other servers at the same one.
    private static func label(for server: Configuration.Server, in taken: inout Set<String>) -> String {
        let url = server.settings.url
        var (label, number) = (url, 1)
        while !taken.insert(label).inserted {
            number += 1
            label = "\(url) (\(number))"
        }
        return label
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
            servers: servers,
            serverOfHouse: houses.map { own[$0.name] ?? usual },
            sites: load.sites,
            scenes: load.scenes,
            sceneFolder: load.sceneFolder,
            warnings: load.warnings + strangers + homeless + nameless
        )
    }

    /// What the configuration says of elements that are not there.
    private func elementWarnings(server: Int, houses: [House]) -> [String] {
        let settings = settings[server].settings
        guard !settings.elements.isEmpty else { return [] }
        let index = HouseIndex(houses.filter { own[$0.name] ?? usual == server })
        let elements = index.elements.indices.map { number in
            (index.elements[number].name, index.path(of: ElementID(number)))
        }
        return settings.elements.warnings(for: elements)
    }
}
