import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSim
import Logging
import NIOPosix

/// The simulated house of `--demo`, for houses that have no server.
actor DemoHouse {
    private let homes: [String]
    private let log: Logger
    private var simulator: (server: SimulatedServer, settings: Configuration.Server)?

    init(homes: [String], log: Logger) {
        self.homes = homes
        self.log = log
    }

    func serve(_ load: HouseLoad, leavingOut others: Set<String>) async throws(Fault) -> Configuration.Server {
        let houses = load.houses.filter { !others.contains($0.name) }
        if let simulator {
            simulator.server.replace(with: houses)
            return simulator.settings
        }
        let log = log
        do {
            let server = try await SimulatedServer.start(
                houses: houses,
                xml: try houseFile(),
                settings: SimulatorSettings(),
                group: MultiThreadedEventLoopGroup.singleton,
                onSignal: { log.info("simulated house: \($0)") }
            )
            let settings = try Self.settings(for: server.url)
            simulator = (server, settings)
            return settings
        } catch {
            throw Fault(.unreachable, "\(error)")
        }
    }

    /// The simulated house tells its state.
    private static func settings(for url: String) throws -> Configuration.Server {
        var server = try Configuration.Server(url: url, from: "--demo")
        if let dialect = Dialect.shipped("simulator") {
            server.settings = try ServerSettings(url: url, dialect: dialect)
        }
        return server
    }

    func close() async throws { try await simulator?.server.close() }

    /// What the simulated house serves as /house.xml: the house file, where it is a single one.
    private func houseFile() throws -> [UInt8]? {
        guard homes.count == 1, let file = homes.first, !file.contains("://"),
            !FileBytes.isFolder(file)
        else { return nil }
        return try FileBytes.read(file, longest: Download.longestFile)
    }
}
