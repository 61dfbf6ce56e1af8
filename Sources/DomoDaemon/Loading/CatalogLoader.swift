import DomoEngine
import DomoLanguage
import DomoSystem
import Logging

/// Loads everything the runtime works with: reads the configuration, the houses and the files beside them, and creates
/// the links to their servers. All or nothing, at the start and at every reload.
actor CatalogLoader {
    struct Load: Sendable {
        /// The configuration in effect.
        var configuration: Configuration
        var catalog: Catalog
        /// What is wrong with scenes and holidays that the load does without.
        var leftOut: [String]
    }

    /// Simulates the houses of a load, but for those with a server of their own, and returns the links to them.
    typealias Simulation = @Sendable (HouseLoad, _ others: Set<String>) async throws(Fault) -> DemoHouse.Links

    private let source: ConfigurationSource
    /// The configuration that the daemon was started with.
    private let started: Configuration
    /// For houses without a server.
    private let simulate: Simulation?
    private let resources: LinkResources?
    private let keepsCopies: Bool
    private let log: Logger
    private var directory = LinkDirectory()
    /// The URLs that the last successful load could not fetch.
    private(set) var unfetched: [String] = []
    /// Yields when a load could not fetch a URL.
    let losses: AsyncStream<Void>
    private let lost: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - resources: nil for links that send nothing, for a check.
    ///   - keepsCopies: whether the state folder may be written to.
    init(
        source: ConfigurationSource,
        started: Configuration,
        simulate: Simulation?,
        resources: LinkResources?,
        keepsCopies: Bool = true,
        log: Logger
    ) {
        self.source = source
        self.started = started
        self.simulate = simulate
        self.resources = resources
        self.keepsCopies = keepsCopies
        self.log = log
        (losses, lost) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Loads with the configuration of the start.
    func start() async throws(Fault) -> Load { try await load(started, started.warnings, .start) }

    /// Reads the configuration again, and loads with it.
    func reload(_ mode: HouseLoader.Mode = .reload) async throws(Fault) -> Load {
        let (configuration, warnings) = try await read().keeping(started)
        return try await load(configuration, configuration.warnings + warnings, mode)
    }

    /// Tries the URLs that could not be fetched before.
    ///
    /// - Returns: whether at least one of them can be fetched now, and the problems with the others.
    func tryAgain() async -> (isThere: Bool, problems: [String]) {
        let fetched = await HouseLoader.fetch(unfetched)
        let problems = fetched.values.compactMap { result in
            if case .failure(let failure) = result { failure.fault.message } else { nil }
        }
        return (problems.count < fetched.count, problems.sorted())
    }

    private func read() async throws(Fault) -> Configuration {
        do throws(StartFault) {
            return try await WorkerThread.run(
                name: "domo-settings",
                orElse: StartFault.init
            ) { [source] () throws(StartFault) in try source.read() }
        } catch {
            throw Fault(error)
        }
    }

    /// The user of the front end; nil if the machine has none.
    private static func frontEnd() async -> Result<UInt32?, Fault> {
        do throws(Fault) {
            let user = try await WorkerThread.run(name: "domo-accounts", orElse: Fault.init) { () throws(Fault) in
                Accounts.ofMachine.user(AccessRules.frontEndName)
            }
            return .success(user)
        } catch {
            return .failure(error)
        }
    }

    /// - Parameter settingWarnings: warnings about the configuration.
    private func load(
        _ configuration: Configuration,
        _ settingWarnings: [String],
        _ mode: HouseLoader.Mode
    ) async throws(Fault) -> Load {
        let houses = HouseLoader(
            sources: configuration.homes,
            state: keepsCopies ? configuration.state : nil,
            places: configuration.places,
            log: log,
            keepsFiles: simulate != nil
        )
        // This may query a directory server, so it runs while the houses are read.
        async let frontEnd = Self.frontEnd()
        var load = try await houses.load(mode)
        // Without a house there is nothing to simulate.
        let simulate = load.houses.isEmpty ? nil : simulate
        let simulated = try await simulate?(load, Set(configuration.servers.keys))
        let logged = load.warnings.count
        load.warnings += settingWarnings
        var own = configuration.servers
        if let simulated, configuration.server == nil {
            // A house with group addresses uses the simulated bus, any other the simulated server.
            for house in load.housesOnBus where own[house] == nil { own[house] = simulated.knx }
        }
        let links = LinkDirectory(
            usual: configuration.server ?? simulated?.server,
            own: own,
            others: configuration.links,
            resources: resources,
            previous: directory
        )
        var catalog = try links.catalog(load, routes: configuration.routes)
        // From here on the load can't fail: a failed one must leave no trace.
        directory = links
        unfetched = load.unfetched
        if !unfetched.isEmpty { lost.yield() }
        let (access, accessWarnings) = configuration.access.rules(
            for: catalog.index,
            frontEnd: try await frontEnd.get()
        )
        catalog.access = access
        catalog.files = (configuration.files + load.sourceFiles).map(\.absolutePath)
        catalog.warnings += accessWarnings
        catalog.warnings += SceneFiles.unsendable(in: catalog)
        for warning in catalog.warnings.dropFirst(logged) { log.warning("\(warning)") }
        return Load(configuration: configuration, catalog: catalog, leftOut: load.leftOut)
    }
}

extension Fault {
    /// A configuration that a running daemon can't use.
    init(_ fault: StartFault) {
        self.init(
            fault.status == .noSuchFile ? .noSuchFile : .badConfiguration,
            fault.message,
            hint: fault.hint
        )
    }

    init(_ fault: ThreadFault) { self.init(StartFault(fault)) }
}
