import DomoHTTP
import DomoLanguage
import DomoModel
import DomoYAML
import Logging
import NIOCore
import ServiceLifecycle

/// The simulated house of `--demo`, for houses without a server: `domo-sim` as a child process. It gets its model with
/// each load, and is restarted if it ends by itself. Elements bound to group addresses are controlled over KNXnet/IP,
/// all others over HTTP.
actor DemoHouse: Service {
    private static let firstPause: Duration = .milliseconds(200)
    private static let maxPause: Duration = .seconds(30)

    private let group: any EventLoopGroup
    private let log: Logger
    private let endings: AsyncStream<String>
    private let ended: AsyncStream<String>.Continuation
    private var process: SimulatorProcess?
    private var model = SimulatorProcess.Model(files: [], others: [])
    /// Its addresses, which stay the same for as long as the daemon runs.
    private var address: (found: SimulatorProcess.Addresses, ports: SimulatorProcess.Ports)?

    /// The links to it.
    struct Links: Sendable {
        /// For houses without group addresses.
        var server: Configuration.Link
        /// For houses with group addresses.
        var knx: Configuration.Link
    }

    init(group: any EventLoopGroup, log: Logger) {
        self.group = group
        self.log = log
        // Only one process runs at a time, and it ends once.
        (endings, ended) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Simulates the houses of a load. Elements that remain keep their state.
    ///
    /// - Parameter others: the names of houses with their own server.
    /// - Returns: the links to the other houses.
    func serve(_ load: HouseLoad, leavingOut others: Set<String>) async throws(Fault) -> Links {
        let model = SimulatorProcess.Model(files: load.files, others: others)
        // Names are of use to the server only; a house on the bus has none.
        let onBus = load.housesOnBus.wholly
        let houses = load.houses.filter { !onBus.contains($0.name) && !others.contains($0.name) }
        guard let address else { return try Self.links(to: try await start(with: model), for: houses) }
        self.model = model
        do throws(Fault) {
            try await process?.load(model)
        } catch {
            // It has ended, or hangs: it gets the model when it is restarted.
            log.error("\(error.message)")
            process?.stop()
        }
        return try Self.links(to: address.found, for: houses)
    }

    /// - Returns: its addresses.
    private func start(with model: SimulatorProcess.Model) async throws(Fault) -> SimulatorProcess.Addresses {
        self.model = model
        guard let found = try await launch(), let server = Self.port(of: found.server),
            let knx = Self.port(of: found.knx)
        else {
            throw Fault(.unreachable, "--demo: domo-sim did not report its address")
        }
        address = (found, SimulatorProcess.Ports(server: server, knx: knx))
        return found
    }

    /// - Returns: its addresses.
    private func launch() async throws(Fault) -> SimulatorProcess.Addresses? {
        let ports = address?.ports ?? SimulatorProcess.Ports()
        let process = try await SimulatorProcess.start(ports, group: group) { [log] line in
            log.info("simulated house: \(line)")
        }
        let found: SimulatorProcess.Addresses?
        do throws(Fault) {
            found = try await process.load(model)
        } catch {
            await Self.end(process)
            throw error
        }
        self.process = process
        process.ending.whenSuccess { [ended] in ended.yield($0) }
        return found
    }

    // MARK: Running

    func run() async throws {
        for await ending in endings.cancelOnGracefulShutdown() {
            process = nil
            log.error("the simulated house \(ending); restarting it in its initial state")
            await relaunch()
        }
        await close()
    }

    /// Ends the process, if it is running.
    func close() async {
        guard let process else { return }
        self.process = nil
        await Self.end(process)
    }

    private static func end(_ process: SimulatorProcess) async {
        process.stop()
        do {
            _ = try await process.ending.get()
        } catch {
            // It can't be waited for; the system reaps it.
        }
    }

    private func relaunch() async {
        var pause = Self.firstPause
        while process == nil {
            do {
                try await cancelWhenGracefulShutdown { [pause] in try await Task.sleep(for: pause) }
            } catch {
                return
            }
            do throws(Fault) {
                _ = try await launch()
                log.notice("the simulated house is running again")
            } catch {
                pause = min(pause * 2, Self.maxPause)
                log.error("\(error.message); trying again in \(pause)")
            }
        }
    }

    /// Simulates the houses of each load.
    nonisolated var simulation: CatalogLoader.Simulation {
        { (load, others) async throws(Fault) in try await self.serve(load, leavingOut: others) }
    }

    // MARK: Links

    /// Links as to a simulated house, for a check of the configuration: nothing listens there.
    static let unstarted: CatalogLoader.Simulation = { (_, _) async throws(Fault) in
        Links(server: try server(at: "http://127.0.0.1:1"), knx: try interface(at: "knx://127.0.0.1:1"))
    }

    private static func links(to found: SimulatorProcess.Addresses, for houses: [House]) throws(Fault) -> Links {
        Links(server: try server(at: found.server, for: houses), knx: try interface(at: found.knx))
    }

    /// A link to the simulated server, with the dialect that also reads its state.
    private static func server(at url: String, for houses: [House] = []) throws(Fault) -> Configuration.Link {
        guard let dialect = Dialect.shipped("simulator") else {
            throw Fault(.badConfiguration, "--demo: the dialect \"simulator\" is missing")
        }
        let elements = try twins(in: houses, dialect)
        do {
            return Configuration.Link(try ServerSettings(url: url, dialect: dialect, elements: elements))
        } catch {
            throw Fault(.badConfiguration, "--demo: \(error.message)", hint: error.hint)
        }
    }

    /// In houses with parts, an element with the name of another one is named by its path: to set one thermostat must
    /// not set those of all rooms.
    static func twins(in houses: [House], _ dialect: Dialect) throws(Fault) -> ElementRules {
        var json = JSONWriter()
        json.object { json in
            for house in houses {
                let index = HouseIndex([house])
                guard index.hasParts else { continue }
                let paths = index.elements.indices.map { index.path(of: ElementID($0)) }
                let names = index.elements.indices.map { number -> [String?] in
                    [index.owner(of: ElementID(number)).map { index[$0].name }, index.elements[number].name]
                }
                let counts = Dictionary(zip(names, repeatElement(1, count: names.count)), uniquingKeysWith: +)
                for (name, path) in zip(names, paths) where counts[name, default: 0] > 1 {
                    json.key(word: path)
                    json.object { json in
                        json.key("service")
                        json.string(path)
                    }
                }
            }
        }
        do {
            let node = try YAMLNode.read(String(decoding: json.bytes, as: UTF8.self))
            return try node.map { try ElementRules.read($0, dialect: dialect) } ?? ElementRules()
        } catch {
            throw Fault(.badConfiguration, "--demo: the elements of one name can't be told apart: \(error)")
        }
    }

    private static func interface(at url: String) throws(Fault) -> Configuration.Link {
        do throws(StartFault) {
            return try Configuration.Link(url: url, from: "--demo")
        } catch {
            throw Fault(error)
        }
    }

    private static func port(of url: String) -> Int? {
        let authority = url.split(separator: "/", maxSplits: 2).dropFirst().first
        return authority?.split(separator: ":").last.flatMap { Int($0) }
    }
}
