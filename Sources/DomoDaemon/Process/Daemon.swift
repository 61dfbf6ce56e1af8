import CLinux
import DomoEngine
import DomoHTTP
import DomoHistory
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The whole daemon: its parts, its start and its stop.
struct Daemon {
    let source: ConfigurationSource
    /// The configuration at the start.
    let configuration: Configuration
    /// The copies of the files that stand in if the files can't be loaded.
    let lastGood: LastGoodFiles
    /// Why the configuration can't be read.
    let problem: Fault?
    let logThreshold: LogThreshold
    let log: Logger
    let manager = ServiceManager.ofProcess
    /// The control socket created by the service manager, if any.
    let given: ActivationSocket?

    /// The time slice of the event loop while other threads want its processor, in nanoseconds.
    private static let turn: UInt64 = 300_000

    /// The delay between binding the socket and migrating and checking the database: clients that waited for the socket
    /// come first.
    private static let pauseBeforeCheck = TimeAmount.milliseconds(100)

    /// The delay between binding the socket and the assumed end of the start.
    private static let pauseAfterStart = TimeAmount.milliseconds(300)

    /// The delay between opening libcurl and the assumed end of its first request.
    private static let pauseAfterOpening = TimeAmount.seconds(1)

    /// Runs until SIGTERM or SIGINT.
    func run() async throws {
        // First of all: a SIGHUP while the houses are being read must not end the daemon.
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        let quota = ClientQuota(openFiles: raiseFileLimit())
        let folders = StartFolders()
        let locks = try takeLocks(making: folders)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        group.next().execute {
            // Short requests then don't wait behind threads that reload and list. Failure is harmless.
            _ = domo_take_short_turns(Self.turn)
        }
        let http = CurlLoop(whenOpened: {
            // Frees what libcurl and its libraries needed at their start.
            group.next().scheduleTask(in: Self.pauseAfterOpening) { StartMemory.giveBack() }
        })
        let stopGuard = StopGuard()
        defer { stopGuard.dismiss() }
        let demo = configuration.usesDemo ? DemoHouse(group: group, log: log) : nil
        do {
            try await serve(
                group: group,
                http: http,
                demo: demo,
                quota: quota,
                hangups: hangups,
                stopGuard: stopGuard,
                folders: folders
            )
        } catch {
            await demo?.close()
            await stop(http, on: group.next())
            try await group.shutdownGracefully()
            folders.discard()
            throw error
        }
        await stop(http, on: group.next())
        try await group.shutdownGracefully()
        withExtendedLifetime(locks) {}
    }

    private func stop(_ http: CurlLoop, on eventLoop: any EventLoop) async {
        let isStopped = await BoundedWork.run(
            name: "domo-http-end",
            atMost: TimeAmount(StopBudget.http),
            on: eventLoop
        ) { http.stop() }
        if !isStopped { log.warning("libcurl did not stop within \(StopBudget.http)") }
    }

    private func serve(
        group: MultiThreadedEventLoopGroup,
        http: CurlLoop,
        demo: DemoHouse?,
        quota: ClientQuota,
        hangups: UnixSignalsSequence,
        stopGuard: StopGuard,
        folders: StartFolders
    ) async throws {
        let loader = CatalogLoader(
            source: source,
            started: configuration,
            simulate: demo?.simulation,
            resources: LinkResources(
                http: http,
                eventLoop: group.next(),
                interfaces: KnownInterfaces(folder: configuration.state) { log.warning("\($0)") },
                log: log,
                stateFolder: configuration.state
            ),
            lastGood: lastGood,
            log: log
        )
        let began = Instant.now().wall
        // Before anything is written there.
        let isFirstRun = !FileStatus.isAnything("\(configuration.state)/\(StateFolder.orderNumbers)")
        let (changes, changed) = AsyncStream.makeStream(of: History.Change.self, bufferingPolicy: .bufferingNewest(64))
        // Runs while the houses are read.
        async let opened = openHistory { changed.yield($0) }
        let first: CatalogLoader.Load
        do {
            first = try await Self.orStartFault { () async throws(Fault) in
                try await loader.start(problem, waits: manager.isThere)
            }
        } catch {
            // If both failed, the daemon ends with the error in the houses.
            do {
                await close(try await opened, lastOrder: nil, on: group.next())
            } catch let fault {
                log.error("\((fault as? StartFault)?.message ?? "\(fault)")")
            }
            throw error
        }
        let memories = try await opened
        let history = memories.history
        for warning in memories.start.warnings { log.warning("\(warning)") }

        let requests = LoadRequests()
        let tokenFile = TokenFile(folder: configuration.state)
        let hookFiles = HookFiles(folder: configuration.state)
        let pushFile = PushFile(folder: configuration.state)
        let plans = PlanStore(folder: configuration.state) { log.warning("\($0)") }
        let recording = RecordingFile(folder: configuration.state)
        let virtualFile = VirtualFile(folder: configuration.state)
        let pulseFile = PulseFile(folder: configuration.state)
        let noticeFile = NoticeFile(folder: configuration.state)
        let marker = RunMarker(folder: configuration.state)
        let hasCrashed = marker.begin { log.warning("\($0)") }
        // However the start or the run ends, it is not by a crash.
        defer { marker.end { log.warning("\($0)") } }
        let runtime = HouseRuntime(
            eventLoop: group.next(),
            seed: UInt64.random(in: 0...UInt64.max),
            log: log,
            memory: history,
            quota: quota,
            numbers: NumberReservation(memories.numbers, memories.start),
            tokens: StoredTokens(
                tokenFile.readNow(log, isFirstRun: isFirstRun),
                file: tokenFile,
                push: StoredPush(table: pushFile.read(isFirstRun: isFirstRun) { log.warning("\($0)") }, file: pushFile)
            ),
            hooks: StoredHooks(hookFiles.read(isFirstRun: isFirstRun) { log.error("\($0)") }, files: hookFiles),
            files: RuntimeFiles(plans: plans, recording: recording, hasCrashed: hasCrashed),
            virtuals: virtualFile,
            pulses: pulseFile,
            notices: noticeFile,
            noticeCodes: memories.noticeCodes,
            discovery: KNXDiscovery(eventLoop: group.next()),
            requestLoad: { requests.ask($0) }
        )
        let renames = history == nil ? [] : await loader.renamesSinceLastGood(to: first)
        let applied = await apply(first, renames, to: history)
        var known = applied.memories
        known.lastOrder = max(known.lastOrder, memories.start.last)
        await runtime.handle(.positions(plans.positions))
        await runtime.handle(.virtuals(virtualFile.read { log.error("\($0)") }))
        await runtime.handle(.pulses(pulseFile.read { log.error("\($0)") }))
        await runtime.restore(noticeFile.read { log.error("\($0)") })
        if let lost = recording.read(warn: { log.warning("\($0)") }) { await runtime.takeLostRecording(lost) }
        await runtime.tokensChanged()
        await runtime.hooksChanged()
        await runtime.loaded(.success(first.catalog), memories: known, renames: applied.renames, for: [])
        await runtime.noteStart()
        let control = try await ControlServer.bind(
            configuration.socket,
            given: given,
            runtime: runtime,
            group: group,
            log: log
        )
        folders.keep()
        group.next().scheduleTask(in: Self.pauseBeforeCheck) {
            // The house can be used during the migration.
            history?.migrate()
            history?.check()
        }
        group.next().scheduleTask(in: Self.pauseAfterStart) {
            StartMemory.giveBack()
            Task { await loader.keepCopies(of: first, began: began) }
        }
        let loads = LoadService(
            requests: requests,
            loader: loader,
            apply: { await apply($0, $1, to: history) },
            runtime: runtime
        )
        let retries = RetryService(loader: loader, requests: requests, log: log)
        let repairs = first.problem.map { _ in
            RepairService(loader: loader, requests: requests) { await runtime.isOfFiles }
        }
        let memory = MemoryService(changes: changes, runtime: runtime)
        let hangups = HangupService(hangups: hangups, requests: requests)
        let watchdog = watchdog(of: history, http, runtime)
        // First in the group, so that it stops last: orders may still be in flight to it.
        let simulated = demo.map { [ServiceGroupConfiguration.ServiceConfiguration(service: $0, serviceName: "demo")] }
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                // For a service without a name, the group derives one by printing all of its contents.
                services: (simulated ?? [])
                    + [repairs.map { .init(service: $0, serviceName: "repairs") }].compactMap(\.self) + [
                        .init(service: memory, serviceName: "memory"), .init(service: loads, serviceName: "loads"),
                        .init(service: retries, serviceName: "retries"),
                        .init(service: hangups, serviceName: "hangups"),
                        .init(service: watchdog, serviceName: "watchdog"),
                        // In this order, so that the socket is closed before the runtime stops.
                        .init(service: RuntimeService(runtime: runtime, log: log), serviceName: "runtime"),
                        .init(service: control, serviceName: "control"),
                        .init(service: stopGuard, serviceName: "stop"),
                    ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        do {
            try await services.run()
        } catch {
            // However it ends, pending writes are completed.
            await close(memories, lastOrder: runtime.lastOrder, on: group.next())
            throw error
        }
        await close(memories, lastOrder: runtime.lastOrder, on: group.next())
    }

    /// The parts that must respond while the daemon runs. KNX links run on the event loop.
    private func watchdog(of history: History?, _ http: CurlLoop, _ runtime: HouseRuntime) -> Watchdog {
        var parts = [
            Watchdog.Part(name: "the event loop") { answer in runtime.eventLoop.execute(answer) },
            Watchdog.Part(name: "the HTTP thread") { http.probe($0) },
        ]
        if let history { parts.append(Watchdog.Part(name: "the database writer") { history.probe($0) }) }
        return Watchdog(
            parts: parts,
            manager: manager,
            notify: manager.send,
            status: { await runtime.serviceStatus },
            log: log
        )
    }

    // MARK: Prerequisites

    private func takeLocks(making folders: StartFolders) throws(StartFault) -> [InstanceLock] {
        try configuration.requireSocketFolder()
        do {
            return try locks(making: folders)
        } catch {
            folders.discard()
            throw error
        }
    }

    private func locks(making folders: StartFolders) throws(StartFault) -> [InstanceLock] {
        let (state, socketFolder) = (configuration.state, configuration.socket.parentFolder)
        for folder in [state, socketFolder] {
            do throws(FileBytes.Fault) {
                try folders.make(folder, mode: folder == state ? 0o700 : 0o755)
            } catch {
                throw StartFault(
                    .badConfiguration,
                    "can't create the folder \(folder): \(error.message)",
                    hint: "run domod as a user who may create it, or choose other paths with --socket and --state"
                )
            }
        }
        // People set it for domo, and then start a second domod with another configuration.
        let isFromEnvironment = getenv("DOMO_SOCKET").map { String(cString: $0) } == configuration.socket
        let socket = try InstanceLock(
            "\(configuration.socket).lock",
            guarding: "the socket \(configuration.socket)\(isFromEnvironment ? ", which DOMO_SOCKET names" : "")"
        )
        guard
            let lock = try InstanceLock.ifPossible(
                "\(state)/\(StateFolder.lock)",
                guarding: "the state folder \(state)"
            )
        else {
            log.error("the state folder \(state) can't be written: \(String(cString: strerror(errno)))")
            return [socket]
        }
        return [socket, lock]
    }

    /// Raises the limit of open files: thousands of clients need more than the default of 1,024.
    ///
    /// - Returns: the new limit.
    private func raiseFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let before = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 {
            log.warning("can't raise the limit of open files: \(String(cString: strerror(errno)))")
            limit.rlim_cur = before
        }
        return Int(clamping: limit.rlim_cur)
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
