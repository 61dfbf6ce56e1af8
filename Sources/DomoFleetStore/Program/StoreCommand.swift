public import ArgumentParser
import DomoBridge
import DomoClient
import DomoFleet
import DomoLanguage
import DomoNATS
import DomoSystem
import DomoUsage
import Logging
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// `domo-fleet store`, a program of its own: the reports of a fleet in PostgreSQL.
public struct StoreCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-fleet-store",
        abstract: "Store the reports of a fleet of houses in PostgreSQL.",
        usage: """
            domo-fleet store [--nats URL] --credentials FILE --postgres URL [--keep DAYS] [--trust-clock]
                             [--house-records N] [--house-size MIB]
            domo-fleet store --setup [--replicas N] [--stream-size MIB] --credentials FILE --postgres URL
            """,
        discussion: """
            Any number of workers may run. Each takes reports from NATS, and acknowledges them after they are stored; \
            a report that comes twice is stored once. The workers also answer what time it is, while a time service \
            synchronizes their clock: houses whose own clock is not synchronized refuse orders without that. One of them \
            listens to the servers for which houses are connected; if it ends, another one does. Put the password of \
            PostgreSQL into a password file (PGPASSFILE), not into the URL.
            """,
        version: "domo-fleet-store \(domoBuild)"
    )

    @Option(
        help: ArgumentHelp(
            "A server of the fleet: tls://HOST:PORT; may be repeated (default: those of the credentials).",
            valueName: "url"
        )
    )
    var nats: [String] = []

    @Option(help: ArgumentHelp("The credentials of the worker; with --setup, of an operator.", valueName: "file"))
    var credentials: String

    @Option(help: ArgumentHelp("The database: postgresql://USER@HOST:PORT/DATABASE.", valueName: "url"))
    var postgres: String

    @Option(help: ArgumentHelp("After how many days reports are deleted.", valueName: "days"))
    var keep: Int64 = 730

    @Option(help: ArgumentHelp("How many records of a house are stored per day.", valueName: "n"))
    var houseRecords = HouseAllowance.defaultRecords

    @Option(help: ArgumentHelp("The limit of what is stored of a house per day, in MiB.", valueName: "mib"))
    var houseSize = HouseAllowance.defaultMebibytes

    @Flag(help: "Answer what time it is also if no time service synchronizes the clock, but something else does.")
    var trustClock = false

    @Flag(help: "Create or update the tables and the streams, and exit.")
    var setup = false

    @Option(help: ArgumentHelp("With --setup: on how many servers each stream is: 1, 3 or 5.", valueName: "n"))
    var replicas = 3

    @Option(help: ArgumentHelp("With --setup: the limit of each of the 16 streams, in MiB.", valueName: "mib"))
    var streamSize = 1024

    public init() {}

    /// Runs until SIGTERM or SIGINT.
    public static func start() async {
        if ["person", "tenant"].contains(CommandLine.arguments.dropFirst().first) {
            await DirectoryProgram.runProgram()
        }
        await runProgram()
    }

    public func validate() throws {
        guard [1, 3, 5].contains(replicas) else {
            throw ValidationError("invalid --replicas \(replicas); use 1, 3 or 5")
        }
        guard (1...1_048_576).contains(streamSize) else {
            throw ValidationError("invalid --stream-size \(streamSize); use 1 to 1048576 MiB")
        }
        guard HouseAllowance(records: houseRecords, mebibytes: houseSize) != nil else {
            throw ValidationError("invalid --house-records or --house-size; use 1 to 1000000000, and 1 to 1048576 MiB")
        }
        guard ReportRetention(days: keep) != nil else {
            throw ValidationError("invalid --keep \(keep); use 1 to \(Self.maxDays) days")
        }
    }

    private static let maxDays = (ReportRetention.maxPartitions - ReportRetention.ahead - 2) * 7

    /// Writes an error message, and returns the exit status.
    private func fault(_ message: some CustomStringConvertible, _ status: Int32 = 78) -> ExitCode {
        StandardStream.error.write("domo-fleet-store: \(message)\n")
        return ExitCode(status)
    }

    private func settings() throws -> (NATSSettings, UserCredentials) {
        do {
            let store = try UserCredentials(file: credentials, of: .store)
            var settings = try store.settings(servers: nats, name: "domo-fleet-store \(store.name)")
            // For the lists of connections.
            settings.limits.maxPayload = 8 << 20
            return (settings, store)
        } catch {
            throw fault("\(error)")
        }
    }

    public func run() async throws {
        guard let retention = ReportRetention(days: keep),
            let allowance = HouseAllowance(records: houseRecords, mebibytes: houseSize)
        else { throw ExitCode(78) }
        let (settings, credentials) = try settings()
        let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        var store = StoreSettings(url: postgres)
        store.name = "domo-fleet-store"
        guard !setup else {
            let setup = StoreSetup(
                nats: settings,
                eventLoop: eventLoop,
                store: store,
                retention: retention,
                replicas: replicas,
                maxBytes: streamSize << 20
            )
            do {
                try await setup.run()
            } catch {
                throw fault("\(error)", 1)
            }
            return
        }
        try await check(store)
        let manager = ServiceManager.ofProcess
        let log = Log(program: "domo-fleet-store", hasPriorities: manager.isThere)
        let service = StoreService(
            settings,
            credentials,
            on: eventLoop,
            store: StoreThread(store, retention, allowance, log: log),
            store,
            clock: WorkerClock(isTrusted: trustClock),
            log: log,
            status: { manager.send(.status($0)) }
        )
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: ManagerReports(manager: manager, eventLoop: eventLoop, ready: "started"),
                        serviceName: "reports"
                    ),
                    .init(service: service, serviceName: "store"),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        log.notice("started")
        try await services.run()
        log.notice("stopped")
    }

    /// A wrong address or user is reported at once; a server that is away may come later.
    private func check(_ settings: StoreSettings) async throws {
        do throws(StoreFault) {
            try await WorkerThread.run(
                name: "domo-check",
                orElse: { StoreFault(.exhausted, "\($0)", hint: "end other programs") },
                { () throws(StoreFault) in try StoreConnection(settings).close() }
            )
        } catch {
            if error.kind == .denied { throw fault(error) }
        }
    }
}
