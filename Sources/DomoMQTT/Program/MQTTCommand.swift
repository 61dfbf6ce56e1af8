public import ArgumentParser
import DomoBridge
import DomoLanguage
import DomoSystem
import DomoUsage

/// `domo-mqtt`: the house on an MQTT broker.
public struct MQTTCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-mqtt",
        abstract: "Publish the house of domod on an MQTT broker, announce it to Home Assistant, and take orders.",
        usage: "domo-mqtt [--broker URL] [--config FILE] [--socket PATH] [--token-file FILE] [--prefix TOPIC]"
            + " [--discovery TOPIC] [--check]",
        discussion: """
            domo-mqtt connects to the control socket of domod and to a broker. Whoever may publish on PREFIX/# there \
            may do what its token may do in the house. Its file has the rest: user and password, certificates, what is \
            published, what takes commands. SIGHUP reloads the file; if it has mistakes, the previous one is still \
            active.
            """,
        version: "domo-mqtt \(domoBuild)"
    )

    @Option(help: ArgumentHelp("The broker: mqtt://HOST:PORT, or mqtts://HOST:PORT with TLS.", valueName: "url"))
    var broker: String?

    @Option(help: ArgumentHelp("The configuration.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The control socket of domod.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("A file whose first line is a token to log in with.", valueName: "file"))
    var tokenFile: String?

    @Option(help: ArgumentHelp("The beginning of all topics (default: domo).", valueName: "topic"))
    var prefix: String?

    @Option(
        help: ArgumentHelp("Where devices are announced: homeassistant (default: nowhere).", valueName: "topic")
    )
    var discovery: String?

    @Flag(help: "Check the configuration, and exit.")
    var check = false

    public init() {}

    /// Runs until SIGTERM or SIGINT.
    public static func start() { runAlone() }

    public func run() throws {
        let overrides = MQTTFile.Overrides(broker: broker, prefix: prefix, discovery: discovery)
        let read = { [config] () throws(FileMistakes) in try MQTTFile.read(config, overrides) }
        let configuration: MQTTConfiguration
        do throws(FileMistakes) {
            configuration = try read()
        } catch {
            throw Self.fault(error.text)
        }
        if check {
            for warning in configuration.warnings { StandardStream.error.write("warning: \(warning)\n") }
            StandardStream.output.write("\(configuration.count)\n")
            return
        }
        ProcessMemory.returnLongBlocks()
        let manager = ServiceManager.ofProcess
        let log = Log(program: MQTTFile.program, hasPriorities: manager.isThere)
        for warning in configuration.warnings { log.warning(warning) }
        let loop = BridgeLoop(
            configuration,
            read: read,
            socketPath: { [socket] in SocketPath.ofClient(option: socket) },
            token: try token(),
            log: log,
            manager: manager
        )
        guard let loop else { throw Self.fault("domo-mqtt: the system has no file descriptor left") }
        log.notice("started; \(configuration.count)")
        manager.send(.ready(status: configuration.count))
        guard loop.run() else { throw ExitCode(1) }
    }

    private func token() throws -> Secret? {
        do throws(FileBytes.Fault) {
            return try tokenFile.map { path throws(FileBytes.Fault) in try Secret.token(inFile: path) }
        } catch {
            throw Self.fault("domo-mqtt: \(error.message)")
        }
    }

    /// Writes an error message, and returns the exit status for a bad configuration.
    private static func fault(_ message: String) -> ExitCode {
        StandardStream.error.write("\(message)\n")
        return ExitCode(78)
    }
}
