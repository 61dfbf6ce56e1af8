import DomoEngine
import DomoHTTP
import DomoHistory
import DomoLanguage
import DomoModel
import DomoSim
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The whole daemon: what it is made of, and how it starts and ends.
struct Daemon {
    let configuration: Configuration
    let log: Logger

    /// Runs until it is told to stop by SIGTERM or SIGINT.
    ///
    func run() async throws {
        // From the first moment on: a reload that is asked for while the houses are being read must not end the daemon.
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        raiseFileLimit()
        let locks = try takeLocks()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let http = CurlLoop()
        do {
            try await serve(group: group, http: http, hangups: hangups)
        } catch {
            http.stop()
            try await group.shutdownGracefully()
            throw error
        }
        http.stop()
        try await group.shutdownGracefully()
        withExtendedLifetime(locks) {}
    }

    private func serve(
        group: MultiThreadedEventLoopGroup,
        http: CurlLoop,
        hangups: UnixSignalsSequence
    ) async throws {
        let loader = HouseLoader(
            sources: configuration.homes,
            state: configuration.state,
            places: configuration.places,
            log: log
        )
        let first = try await Self.orStartFault { () async throws(Fault) in try await loader.load(isStart: true) }
        let demo = try await demoServer(for: first.houses)
        let (changes, changed) = AsyncStream.makeStream(of: History.Change.self, bufferingPolicy: .bufferingNewest(64))
        let history = try await openHistory(for: first) { changed.yield($0) }
        let directory = ServerDirectory(
            usual: try configuration.server ?? demo.map { try Self.demoServer(at: $0.url) },
            own: configuration.servers,
            http: http
        )
        let catalog = directory.catalog(first)
        for warning in catalog.warnings.dropFirst(first.warnings.count) { log.warning("\(warning)") }

        let requests = LoadRequests()
        let runtime = HouseRuntime(
            eventLoop: group.next(),
            seed: UInt64.random(in: 0...UInt64.max),
            log: log,
            memory: history,
            requestLoad: { requests.ask($0) }
        )
        await runtime.loaded(.success(catalog), memories: try await memories(of: history, for: catalog), for: [])
        let control = try await ControlServer.bind(configuration.socket, runtime: runtime, group: group, log: log)
        let loads = LoadService(
            requests: requests,
            load: { await load(from: loader, directory: directory, demo: demo) },
            remember: { try await memories(of: history, for: $0) },
            runtime: runtime
        )
        let memory = MemoryService(changes: changes, runtime: runtime)
        let hangups = HangupService(hangups: hangups, requests: requests)
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                // A service without a name is printed with all that it holds, to have one.
                services: [
                    .init(service: memory, serviceName: "memory"), .init(service: loads, serviceName: "loads"),
                    .init(service: hangups, serviceName: "hangups"),
                    // In this order, so that the socket is gone before the runtime stops.
                    .init(service: RuntimeService(runtime: runtime, log: log), serviceName: "runtime"),
                    .init(service: control, serviceName: "control"),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        do {
            try await services.run()
        } catch {
            // Whatever ends it, what waits is written.
            try await close(history)
            throw error
        }
        try await close(history)
        try await demo?.close()
    }

    private func load(
        from loader: HouseLoader,
        directory: ServerDirectory,
        demo: SimulatedServer?
    ) async -> Result<Catalog, Fault> {
        do throws(Fault) {
            let load = try await loader.load(isStart: false)
            demo?.replace(with: housesWithoutServer(load.houses))
            return .success(directory.catalog(load))
        } catch {
            return .failure(error)
        }
    }

    // MARK: What must be there first

    private func takeLocks() throws(StartFault) -> [InstanceLock] {
        for folder in [configuration.state, configuration.socket.parentFolder] {
            do {
                try FileBytes.makeFolder(folder, mode: folder == configuration.state ? 0o700 : 0o755)
            } catch {
                throw StartFault(
                    .badConfiguration,
                    "can't make the folder \(folder): \(error.message)",
                    hint: "run domod as a user who may, or choose other places with --socket and --state"
                )
            }
        }
        let socket = try InstanceLock("\(configuration.socket).lock", guarding: "the socket \(configuration.socket)")
        let state = configuration.state
        guard let lock = try InstanceLock.ifPossible("\(state)/lock", guarding: "the state folder \(state)") else {
            log.error("the state folder \(state) can't be written: \(String(cString: strerror(errno)))")
            return [socket]
        }
        return [socket, lock]
    }

    /// The simulated house, for those that have no server.
    private func demoServer(for houses: [House]) async throws -> SimulatedServer? {
        guard configuration.isDemo, configuration.server == nil else { return nil }
        let log = log
        return try await SimulatedServer.start(
            houses: housesWithoutServer(houses),
            xml: try houseFile(),
            settings: SimulatorSettings(),
            group: MultiThreadedEventLoopGroup.singleton,
            onSignal: { log.info("simulated house: \($0)") }
        )
    }

    /// The simulated house tells its state.
    private static func demoServer(at url: String) throws(StartFault) -> Configuration.Server {
        var server = try Configuration.Server(url: url, from: "--demo")
        if let dialect = Dialect.shipped("simulator") {
            do {
                server.settings = try ServerSettings(url: url, dialect: dialect)
            } catch {
                throw StartFault(.badConfiguration, "--demo: \(error.message)", hint: error.hint)
            }
        }
        return server
    }

    private func housesWithoutServer(_ houses: [House]) -> [House] {
        houses.filter { configuration.servers[$0.name] == nil }
    }

    /// What the simulated house serves as /house.xml: the house file, where it is a single one.
    private func houseFile() throws -> [UInt8]? {
        guard configuration.homes.count == 1, let file = configuration.homes.first, !file.contains("://"),
            !FileBytes.isFolder(file)
        else { return nil }
        return try FileBytes.read(file, longest: Download.longestFile)
    }

    /// Thousands of clients need more files than the usual 1,024.
    private func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 {
            log.warning("the number of open files could not be raised: \(String(cString: strerror(errno)))")
        }
    }

    private static func orStartFault<Value>(
        _ body: () async throws(Fault) -> Value
    ) async throws(StartFault) -> Value {
        do throws(Fault) {
            return try await body()
        } catch {
            throw StartFault(error.code.exitStatus, error.message, hint: error.hint)
        }
    }
}
