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
            which beats the configuration file. SIGHUP reads the houses again; SIGTERM stops.

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
    public static func main() async { await main(nil) }

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
        do {
            if check { throw ExitCode(HouseCheck.run(files, isVerbose: verbose, places: try places()).rawValue) }
            let configuration = try resolved()
            let isJournal = getenv("JOURNAL_STREAM") != nil
            let level = configuration.logLevel
            let log = Logger(label: "domod") { _ in StandardErrorLogHandler(logLevel: level, isJournal: isJournal) }
            try await Daemon(configuration: configuration, log: log).run()
        } catch let fault as StartFault {
            Output.error("domod: \(fault.message)")
            if let hint = fault.hint { Output.error("  \(hint)") }
            throw ExitCode(fault.status.rawValue)
        } catch let status as ExitCode {
            throw status
        } catch {
            // Nothing that the keeper did wrong: the system refused something.
            Output.error("domod: \(error)")
            throw ExitCode(ExitStatus.unreachable.rawValue)
        }
    }

    private func resolved() throws(StartFault) -> Configuration {
        let names = [
            "DOMO_HOME", "DOMO_SERVER", "DOMO_SOCKET", "DOMO_STATE", "DOMO_LOG_LEVEL", "DOMO_CONFIG", "XDG_RUNTIME_DIR",
            "XDG_STATE_HOME", "STATE_DIRECTORY", "HOME",
        ]
        var environment: [String: String] = [:]
        for name in names { environment[name] = getenv(name).map { String(cString: $0) } }
        // A variable that is set to nothing says nothing.
        environment = environment.filter { !$0.value.isEmpty }
        var layers = [try flags(), try Configuration.Layer(environment: environment)]
        if let file = configurationFile ?? environment["DOMO_CONFIG"] {
            layers.append(try ConfigurationFile.read(file))
        } else if access(Configuration.defaultFile, F_OK) == 0 {
            layers.append(try ConfigurationFile.read(Configuration.defaultFile))
        }
        return try Configuration(layers: layers, environment: environment)
    }

    /// What the configuration says of houses, for those who check them.
    private func places() throws(StartFault) -> [String: Configuration.Place] {
        if let file = configurationFile ?? getenv("DOMO_CONFIG").map({ String(cString: $0) }), !file.isEmpty {
            return try ConfigurationFile.read(file).places
        }
        do {
            return try ConfigurationFile.read(Configuration.defaultFile).places
        } catch {
            // There is none, or it is not for everybody to read; what is wrong with it is told by the daemon.
            return [:]
        }
    }

    private func flags() throws(StartFault) -> Configuration.Layer {
        var layer = Configuration.Layer()
        layer.homes = homes
        if let server { layer.server = try .init(url: server, from: "--server") }
        layer.socket = socket
        layer.state = state
        if let logLevel { layer.logLevel = try .init(word: logLevel, from: "--log-level") }
        layer.isDemo = demo
        return layer
    }
}
