import DomoEngine
import DomoLanguage
import DomoModel
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
        /// The files of the configuration and of the houses.
        var inputs: [InputFile] = []
        /// Set if the files can't be loaded, and the last good ones stand in.
        var problem: Fault?
    }

    /// Why the files could not be loaded, and what they say about access.
    struct Failure: Error {
        var fault: Fault
        var access: AccessRules?
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
    /// Nil if none are kept.
    private let lastGood: LastGoodFiles?
    private let log: Logger
    private var directory = LinkDirectory()
    /// The houses and the front end's user of the last load.
    private var loaded: (index: HouseIndex, services: [UInt32: ServiceUser]) = (HouseIndex([]), [:])
    /// The files that stand in since the start.
    private var standingIn: LastGoodFiles.Found?
    /// The fingerprint of the files that could not be loaded at the start.
    private(set) var triedAtStart = ""
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
        lastGood: LastGoodFiles? = nil,
        log: Logger
    ) {
        self.source = source
        self.started = started
        self.simulate = simulate
        self.resources = resources
        self.keepsCopies = keepsCopies
        self.lastGood = lastGood
        self.log = log
        (losses, lost) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Loads with the configuration of the start. If the files can't be loaded, the last good ones stand in.
    ///
    /// - Parameters:
    ///   - problem: why the configuration can't be read; then `started` is that of the last good files, or has no houses.
    ///   - waits: whether to start without houses if there are no last good files.
    func start(_ problem: Fault? = nil, waits: Bool = false) async throws(Fault) -> Load {
        let fault: Fault
        if let problem {
            fault = problem
        } else {
            do throws(Fault) {
                return try await load(started, started.warnings, .start)
            } catch {
                fault = error
            }
        }
        guard fault.code != .stopping else { throw fault }
        defer { triedAtStart = fingerprint() }
        if let found = lastGood?.find() { return try await standIn(found, for: fault) }
        guard waits else { throw fault }
        log.error("\(fault.message)\nthere is no house to serve: domod waits until its files can be loaded")
        var catalog = Catalog()
        let access = await accessOfFiles()
        catalog.access = access ?? Configuration.Access().rules(for: HouseIndex([])).rules
        catalog.standIn = .init(since: nil, failed: Instant.now().wall, problem: fault.message, access: access)
        return Load(configuration: started, catalog: catalog, leftOut: [], problem: fault)
    }

    private func standIn(_ found: LastGoodFiles.Found, for fault: Fault) async throws(Fault) -> Load {
        log.error("\(fault.message)\nthe files of \(found.since.rfc3339) are used until these can be loaded")
        standingIn = found
        let (configuration, warnings) = try await read(found.root).keeping(started)
        let shown = configuration.warnings.map(found.root.shown) + warnings
        var load = try await load(configuration, shown, .start, root: found.root)
        load.problem = fault
        let access = await accessOfFiles()
        load.catalog.standIn = .init(
            since: found.since,
            failed: Instant.now().wall,
            problem: fault.message,
            access: access
        )
        return load
    }

    /// Reads the configuration again, and loads with it.
    func reload(_ mode: HouseLoader.Mode = .reload) async throws(Failure) -> Load {
        do throws(Fault) {
            let (configuration, warnings) = try await read().keeping(started)
            return try await load(configuration, configuration.warnings + warnings, mode)
        } catch {
            throw Failure(fault: error, access: error.code == .stopping ? nil : await accessOfFiles())
        }
    }

    /// What the configuration file says about access, by the houses in use; nil if that can't be read.
    private func accessOfFiles() async -> AccessRules? {
        guard let file = source.configurationFile else { return nil }
        let access: Configuration.Access?
        do throws(ThreadFault) {
            access = try await WorkerThread.run(name: "domo-access") { ConfigurationFile.accessSettings(in: file) }
        } catch {
            return nil
        }
        return access?.rules(for: loaded.index, services: loaded.services).rules
    }

    // MARK: - Last good files

    /// A text that changes with the files that could not be loaded, and those beside them.
    func fingerprint() -> String {
        let root = standingIn?.root ?? .own
        var files = Set(standingIn?.files ?? [])
        if let file = source.configurationFile { files.formUnion(ConfigurationParts(of: file).paths) }
        for home in started.homes where !HouseLoader.isURL(home) {
            let own = root.own(home)
            files.insert(own)
            for name in FileStatus.names(in: own) ?? [] { files.insert("\(own)/\(name)") }
        }
        return files.sorted().map { "\($0) \(FileStatus.fingerprint(of: $0))" }.joined(separator: "\n")
    }

    /// Copies the files of a load, so that they can stand in at a later start.
    func keepCopies(of load: Load, began: Timestamp) {
        guard let lastGood, load.problem == nil, load.catalog.standIn == nil else { return }
        do throws(FileBytes.Fault) {
            try lastGood.keep(load.inputs, began: began)
        } catch {
            log.warning("can't keep copies of the configuration and the houses in \(lastGood.state): \(error.message)")
        }
    }

    /// What has another path in a first load than in the last good files, if they are others. Nothing if a house comes
    /// from a URL or is simulated.
    func renamesSinceLastGood(to load: Load) async -> [PathChange] {
        guard let lastGood, simulate == nil, load.problem == nil, load.catalog.standIn == nil,
            !load.configuration.homes.isEmpty, !load.configuration.homes.contains(where: HouseLoader.isURL),
            let found = lastGood.find(differingFrom: load.inputs)
        else { return [] }
        let before = CatalogLoader(
            source: source,
            started: started,
            simulate: nil,
            resources: nil,
            keepsCopies: false,
            log: Logger(label: "last good files") { _ in SwiftLogNoOpLogHandler() }
        )
        do throws(Fault) {
            let old = try await before.load(found)
            guard !old.configuration.homes.contains(where: HouseLoader.isURL) else { return [] }
            return RecognizedRenames.changes(from: old.catalog, to: load.catalog, at: .now())
        } catch {
            log.warning("renamed elements are not recognized: the last good files can't be loaded: \(error.message)")
            return []
        }
    }

    private func load(_ found: LastGoodFiles.Found) async throws(Fault) -> Load {
        let (configuration, _) = try await read(found.root).keeping(started)
        return try await load(configuration, [], .start, root: found.root)
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

    private func read(_ root: FileRoot = .own) async throws(Fault) -> Configuration {
        do throws(StartFault) {
            return try await WorkerThread.run(
                name: "domo-settings",
                orElse: StartFault.init
            ) { [source] () throws(StartFault) in try source.read(root) }
        } catch {
            throw Fault(error)
        }
    }

    /// The users of domo's own programs that the machine has.
    private static func services() async -> Result<[UInt32: ServiceUser], Fault> {
        do throws(Fault) {
            let users = try await WorkerThread.run(name: "domo-accounts", orElse: Fault.init) { () throws(Fault) in
                Accounts.ofMachine.services
            }
            return .success(users)
        } catch {
            return .failure(error)
        }
    }

    /// - Parameter settingWarnings: warnings about the configuration.
    private func load(
        _ configuration: Configuration,
        _ settingWarnings: [String],
        _ mode: HouseLoader.Mode,
        root: FileRoot = .own
    ) async throws(Fault) -> Load {
        let houses = HouseLoader(
            sources: configuration.homes,
            root: root,
            state: keepsCopies ? configuration.state : nil,
            places: configuration.places,
            log: log,
            keepsFiles: simulate != nil
        )
        // This may query a directory server, so it runs while the houses are read.
        async let services = Self.services()
        var load = try await houses.load(mode)
        // Without a house there is nothing to simulate.
        let simulate = load.houses.isEmpty ? nil : simulate
        let simulated = try await simulate?(load, Set(configuration.servers.keys))
        let logged = load.warnings.count
        load.warnings += settingWarnings
        var (own, others) = (configuration.servers, configuration.links)
        if let simulated, configuration.server == nil {
            let onBus = load.housesOnBus
            for house in onBus.wholly where own[house] == nil { own[house] = simulated.knx }
            // Elements with group addresses are routed to the only bus, the others use the simulated server.
            let hasBus = others.values.contains { $0.settings.takesBindings }
            if !hasBus, onBus.partly.contains(where: { own[$0] == nil }) { others["simulated bus"] = simulated.knx }
        }
        let links = LinkDirectory(
            usual: configuration.server ?? simulated?.server,
            own: own,
            others: others,
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
            services: try await services.get()
        )
        catalog.access = access
        loaded = (catalog.index, access.services)
        catalog.files = (configuration.files.map(root.own) + load.sourceFiles).map(\.absolutePath)
        catalog.sources = .init(
            configuration: source.configurationFile?.absolutePath,
            state: configuration.state.absolutePath,
            secrets: configuration.inputs.filter(\.isSecret).map { root.own($0.path) }
        )
        catalog.warnings += accessWarnings
        catalog.warnings += SceneFiles.unsendable(in: catalog)
        for warning in catalog.warnings.dropFirst(logged) { log.warning("\(warning)") }
        let inputs = configuration.inputs + load.inputs.map { InputFile($0, below: HouseFolder.of($0)) }
        return Load(configuration: configuration, catalog: catalog, leftOut: load.leftOut, inputs: inputs)
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
