public import ArgumentParser
import DomoHTTP
import DomoLanguage
import Glibc
import Logging

/// The daemon's command line.
public struct DomodCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domod",
        abstract: "The gateway between people and the servers and buses that move their house.",
        discussion: """
            Flags beat the environment (DOMO_HOME, DOMO_SERVER, DOMO_SOCKET, DOMO_STATE, DOMO_LOG_LEVEL, DOMO_CONFIG), \
            which beats the configuration file. SIGHUP reads the configuration and the houses again; SIGTERM stops.

            Try it with a simulated house:
              domod --demo --home homes/vivienda-eficiente.xml
            """,
        version: "domod \(domoVersion)"
    )

    @Option(
        name: .customLong("config"),
        help: "The configuration file (\(Configuration.defaultFile) when there is one)."
    )
    var configurationFile: String?

    @Option(
        name: .customLong("home"),
        help: ArgumentHelp("A house file, a folder of them, or an http(s) URL.", valueName: "file|folder|url")
    )
    var homes: [String] = []

    @Option(help: ArgumentHelp("Where signals go, for houses without a server of their own.", valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "The control socket ($XDG_RUNTIME_DIR/domo.sock, or /run/domo/domo.sock).",
            valueName: "path"
        )
    )
    var socket: String?

    @Option(help: ArgumentHelp("Where the daemon keeps what it must not forget.", valueName: "folder"))
    var state: String?

    @Flag(help: "Serve a simulated house on a loopback port for every house without a server.")
    var demo = false

    @Option(help: ArgumentHelp("trace, debug, info, notice, warning, error or critical.", valueName: "level"))
    var logLevel: String?

    @Flag(help: "Say what is wrong with house files, their scenes and holidays, and end.")
    var check = false

    @Flag(name: [.customShort("v"), .long], help: "With --check: say what there is in them.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "Print a dialect that domo brings, for one of your own to start from, and end.",
            valueName: "name"
        )
    )
    var printDialect: String?

    @Argument(help: "With --check: house files, scene files, or folders of them.")
    var files: [String] = []

    public init() {}

    /// The whole program.
    public static func main() async {
        guard let source = PlainArguments.source(Array(CommandLine.arguments.dropFirst())) else {
            // With help, or with words on what is wrong.
            return await main(nil)
        }
        Glibc.exit(await serve(source).rawValue)
    }

    public func validate() throws {
        if check, files.isEmpty { throw ValidationError("--check needs a file: domod --check FILE…") }
        if let name = printDialect, Dialect.shipped[name] == nil {
            let names = Dialect.shipped.keys.sorted()
            throw ValidationError("there is no dialect \"\(name)\"; domo brings: \(names.joined(separator: ", "))")
        }
        if !check, let file = files.first {
            throw ValidationError("unexpected \"\(file)\"; a house is given as --home \(file)")
        }
    }

    public func run() async throws {
        if let text = printDialect.flatMap({ Dialect.shipped[$0] }) {
            print(text, terminator: "")
            return
        }
        let status = check ? Self.check(files, isVerbose: verbose, source) : await Self.serve(source)
        throw ExitCode(status.rawValue)
    }

    private static func check(_ files: [String], isVerbose: Bool, _ source: ConfigurationSource) -> ExitStatus {
        do {
            return HouseCheck.run(files, isVerbose: isVerbose, places: try source.places())
        } catch {
            return report(error)
        }
    }

    private static func serve(_ source: ConfigurationSource) async -> ExitStatus {
        do {
            let configuration = try source.read()
            let isJournal = getenv("JOURNAL_STREAM") != nil
            let level = LogThreshold(configuration.logLevel)
            let log = Logger(label: "domod") { _ in StandardErrorLogHandler(threshold: level, isJournal: isJournal) }
            try await Daemon(source: source, configuration: configuration, logThreshold: level, log: log).run()
            return .done
        } catch let fault as StartFault {
            return report(fault)
        } catch {
            // Nothing that the administrator did wrong: the system refused something.
            Output.error("domod: \(error)")
            return .unreachable
        }
    }

    private static func report(_ fault: StartFault) -> ExitStatus {
        Output.error("domod: \(fault.message)")
        if let hint = fault.hint { Output.error("  \(hint)") }
        return fault.status
    }

    var source: ConfigurationSource {
        var flags = ConfigurationSource.Flags()
        flags.homes = homes
        flags.server = server
        flags.socket = socket
        flags.state = state
        flags.logLevel = logLevel
        flags.isDemo = demo
        return ConfigurationSource(flags: flags, file: configurationFile)
    }
}
