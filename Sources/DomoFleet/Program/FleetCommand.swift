public import ArgumentParser
import DomoBridge
import DomoClient
import DomoLanguage
import DomoNATS
import DomoSystem
import DomoUsage
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// `domo-fleet`: many houses on NATS.
public struct FleetCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-fleet",
        abstract: "Connect the house of domod to a fleet: report what happens in it, and take orders.",
        usage: """
            domo-fleet [--nats URL] --credentials FILE [--socket PATH] [--token-file FILE] [--state FOLDER]
            domo-fleet call HOUSE [--credentials FILE] [--token-file FILE] -- VERB …
            domo-fleet relay HOUSE …
            domo-fleet store …
            domo-fleet enroll CODE
            domo-fleet operator|house|enrolment …
            domo-fleet tenant|person …
            """,
        discussion: """
            domo-fleet connects to the control socket of domod and, outward only, to NATS. It reports the history of the \
            house, and carries out orders whose deadline has not passed, with the rights of the token that each of them \
            brings. While there is no connection, the history of domod waits.

            domo-fleet call runs domo in a house of the fleet, and domo-fleet relay serves a socket that leads to one. \
            domo-fleet enroll gets the credentials of the house with a code of the fleet's operator, who uses domo-fleet \
            operator, house and enrolment. domo-fleet store stores the reports of the houses in PostgreSQL; domo-fleet \
            tenant and person manage whose the houses are, and who may see them. See their --help.
            """,
        version: "domo-fleet \(domoBuild)",
        // For the help: they are started by FleetSubcommands, since they need none of these options.
        subcommands: FleetSubcommands.configuration.subcommands
    )

    @Option(
        help: ArgumentHelp(
            "A server of the fleet: tls://HOST:PORT; may be repeated (default: those of the credentials).",
            valueName: "url"
        )
    )
    var nats: [String] = []

    @Option(help: ArgumentHelp("The credentials of the house.", valueName: "file"))
    var credentials: String

    @Option(help: ArgumentHelp("The control socket of domod.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("A file whose first line is a token to log in with.", valueName: "file"))
    var tokenFile: String?

    @Option(
        help: ArgumentHelp("The folder for what is not reported yet (default: $STATE_DIRECTORY).", valueName: "folder")
    )
    var state: String?

    public init() {}

    /// Runs until SIGTERM or SIGINT. `domo-fleet store` is a program of its own, because a house does not need the
    /// libraries of PostgreSQL.
    public static func start() async {
        let words = Array(CommandLine.arguments.dropFirst())
        switch words.first {
        case "store"?: StoreProgram.execute(Array(words.dropFirst()))
        case "person"?, "tenant"?: StoreProgram.execute(words)
        case "help"?: await FleetSubcommands.runProgram()
        case let word? where FleetSubcommands.has(word): await FleetSubcommands.runProgram()
        case let word? where !word.hasPrefix("-"):
            let shown = String(word.prefix(40)).debugDescription
            StandardStream.error.write("domo-fleet: unknown command \(shown); see domo-fleet --help\n")
            Glibc.exit(64)
        default: await runProgram()
        }
    }

    /// Writes an error message, and returns the exit status for a bad configuration.
    private func fault(_ message: some CustomStringConvertible) -> ExitCode {
        StandardStream.error.write("domo-fleet: \(message)\n")
        return ExitCode(78)
    }

    private func token() throws -> Secret? {
        do throws(FileBytes.Fault) {
            return try tokenFile.map { path throws(FileBytes.Fault) in try Secret.token(inFile: path) }
        } catch {
            throw fault(error.message)
        }
    }

    private func stateFolder() throws -> String {
        guard let folder = state ?? Environment.value("STATE_DIRECTORY"), !folder.isEmpty else {
            throw fault("there is no folder for what is not reported yet: use --state FOLDER")
        }
        do throws(FileBytes.Fault) {
            try FileBytes.makeFolder(folder, mode: 0o700)
            return folder
        } catch {
            throw fault("\(folder): \(error.message)")
        }
    }

    private func savedReports(_ path: String) throws -> [UInt8]? {
        guard FileBytes.isThere(path) else { return nil }
        do throws(FileBytes.Fault) {
            return try FileBytes.read(path, maxBytes: OutboxFile.maxBytes)
        } catch {
            throw fault(
                "can't read \(path): \(error.message); it is not overwritten: repair it, or move it away, and all records that "
                    + "the house keeps are sent again"
            )
        }
    }

    public func run() async throws {
        let house: HouseCredentials
        let settings: NATSSettings
        do {
            house = try HouseCredentials(file: credentials)
            settings = try house.settings(servers: nats)
        } catch {
            throw fault("\(error)")
        }
        let path = "\(try stateFolder())/reports.json"
        let manager = ServiceManager.ofProcess
        let log = Log(program: "domo-fleet", hasPriorities: manager.isThere)
        let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let service = HouseService(
            house.house,
            settings: settings,
            renewal: HouseRenewal(house, path: credentials, log: log),
            connector: DaemonConnector(
                socket: SocketPath.ofClient(option: socket),
                token: try token(),
                eventLoop: eventLoop
            ),
            path: path,
            saved: try savedReports(path),
            log: log,
            status: { manager.send(.status($0)) }
        )
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: ManagerReports(manager: manager, eventLoop: eventLoop, ready: "house \(house.house)"),
                        serviceName: "reports"
                    ),
                    .init(service: service, serviceName: "house"),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        log.notice("started; house \(house.house)")
        try await services.run()
    }
}
