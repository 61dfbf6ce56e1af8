import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSim
import DomoTestKit
import DomoXML
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

@testable import DomoDaemon

/// An in-process daemon with a configuration file, a simulated HTTP server and a bus that pushes.
struct LinkedHouse {
    private static let xml = """
        <Viviendas><Vivienda><Nombre>Casa</Nombre>
        <Dispositivo><Nombre>Buzzer</Nombre><Tipo>1</Tipo></Dispositivo>
        <Sector><Nombre>Salon</Nombre>
        <Dispositivo><Nombre>Louver</Nombre><Tipo>3</Tipo></Dispositivo>
        <Dispositivo><Nombre>Dimmer</Nombre><Tipo>2</Tipo><Tipo>1</Tipo></Dispositivo>
        <Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>
        </Sector>
        </Vivienda></Viviendas>
        """

    let bus: PushingBus
    let client: SocketClient
    private let files: HouseFiles
    private let serverURL: String
    private let lines: Lines

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    /// Runs `body` with a daemon that has loaded `configuration`.
    ///
    /// - Parameter configuration: `URL` in it is replaced by the URL of the simulated server.
    static func with(_ configuration: String, _ body: (LinkedHouse) async throws -> Void) async throws {
        let files = try HouseFiles()
        try files.write("/casa.xml", xml)
        let lines = Lines()
        let server = try await SimulatedServer.start(
            houses: HouseReader.read(bytes: Array(xml.utf8), file: "casa.xml").houses,
            xml: nil,
            settings: SimulatorSettings(),
            group: .singletonMultiThreadedEventLoopGroup,
            onSignal: { line in lines.all.withLock { $0.append(line) } }
        )
        do {
            try await serve(files, server, lines, configuration, body)
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
    }

    private static func serve(
        _ files: HouseFiles,
        _ server: SimulatedServer,
        _ lines: Lines,
        _ configuration: String,
        _ body: (LinkedHouse) async throws -> Void
    ) async throws {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (bus, folder, http) = (PushingBus(), files.folder.path, CurlLoop())
        defer { http.stop() }
        try write(configuration, server.url, files)
        let source = ConfigurationSource(
            flags: .init(),
            file: "\(folder)/domod.yaml",
            environment: [:],
            kinds: LinkKind.all + [.pushing(bus)]
        )
        let loader = CatalogLoader(
            source: source,
            started: try source.read(),
            simulate: nil,
            resources: LinkResources(http: http),
            log: log
        )
        let first = try await loader.start()
        let requests = LoadRequests()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let runtime = HouseRuntime(eventLoop: group.next(), seed: 1, log: log, requestLoad: { requests.ask($0) })
        try await UserNames.ofMachine.prepare(getuid(), on: group.next(), within: .seconds(60)).get()
        await runtime.loaded(.success(first.catalog), for: [])
        let control = try await ControlServer.bind("\(folder)/domo.sock", runtime: runtime, group: group, log: log)
        let loads = LoadService(requests: requests, loader: loader, apply: { _, _ in AppliedLoad() }, runtime: runtime)
        let services = ServiceGroup(services: [loads], logger: log)
        async let served: Void = services.run()
        let house = LinkedHouse(
            bus: bus,
            client: try SocketClient("\(folder)/domo.sock"),
            files: files,
            serverURL: server.url,
            lines: lines
        )
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(house))
        } catch {
            result = .failure(error)
        }
        await services.triggerGracefulShutdown()
        try await served
        await runtime.stop(patience: .seconds(1))
        try await control.channel.close()
        try await group.shutdownGracefully()
        try result.get()
    }

    private static func write(_ configuration: String, _ url: String, _ files: HouseFiles) throws {
        let folder = files.folder.path
        let places = "homes: \(folder)/casa.xml\nstate: \(folder)/state\n"
        try files.write("/domod.yaml", places + configuration.replacing("URL", with: url))
    }

    // MARK: For the test

    var file: String { "\(files.folder.path)/domod.yaml" }

    /// The signals that the simulated server got.
    var signals: [String] { lines.all.withLock { $0 } }

    var url: String { serverURL }

    func connect() throws -> SocketClient { try SocketClient("\(files.folder.path)/domo.sock") }

    func accepts(_ order: String) throws -> Bool { try client.ask(order).contains(#""outcome":"accepted""#) }

    /// - Returns: the answer to `reload`.
    func reload(_ configuration: String) throws -> String {
        try Self.write(configuration, serverURL, files)
        return try client.ask("reload")
    }

    /// Asks until the answer is as expected.
    func ask(_ line: String, until holds: (String) -> Bool) async throws {
        let limit = Instant.now() + .seconds(60)
        while true {
            let answer = try client.ask(line)
            if holds(answer) { return }
            guard Instant.now() < limit else { throw SocketClient.Problem(what: "timed out; last answer: \(answer)") }
            await Task.yield()
        }
    }
}
