import DomoBridge
import DomoLanguage
import DomoOptions
import DomoSystem
import Glibc

/// `domo-mqtt`: the house on an MQTT broker.
public enum MQTTCommand {
    /// As in sysexits.h.
    private enum Status: CInt {
        case done = 0
        case failed = 1
        case usage = 64
        case badConfiguration = 78
    }

    /// Runs until SIGTERM or SIGINT.
    public static func start() -> Never { exit(run(Array(CommandLine.arguments.dropFirst())).rawValue) }

    private static func run(_ words: [String]) -> Status {
        let arguments: MQTTArguments
        do throws(OptionFault) {
            arguments = try MQTTArguments(words)
        } catch {
            report("\(error.message)\n  \(error.hint ?? MQTTArguments.usage)")
            return .usage
        }
        if arguments.wantsHelp { return printed(MQTTArguments.help) }
        if arguments.wantsVersion { return printed("domo-mqtt \(domoBuild)\n") }
        let read = { () throws(FileMistakes) in try MQTTFile.read(arguments.configurationFile, arguments.overrides) }
        let configuration: MQTTConfiguration
        do throws(FileMistakes) {
            configuration = try read()
        } catch {
            StandardStream.error.write("\(error.text)\n")
            return .badConfiguration
        }
        if arguments.isCheck {
            for warning in configuration.warnings { StandardStream.error.write("warning: \(warning)\n") }
            return printed("\(configuration.count)\n")
        }
        let token: Secret?
        do throws(FileBytes.Fault) {
            token = try arguments.tokenFile.map { path throws(FileBytes.Fault) in try Secret.token(inFile: path) }
        } catch {
            report(error.message)
            return .badConfiguration
        }
        return serve(configuration, read, token, socket: arguments.socket)
    }

    private static func serve(
        _ configuration: MQTTConfiguration,
        _ read: @escaping () throws(FileMistakes) -> MQTTConfiguration,
        _ token: Secret?,
        socket: String?
    ) -> Status {
        ProcessMemory.returnLongBlocks()
        let manager = ServiceManager.ofProcess
        let log = Log(program: MQTTFile.program, hasPriorities: manager.isThere)
        for warning in configuration.warnings { log.warning(warning) }
        let loop = BridgeLoop(
            configuration,
            read: read,
            socketPath: { SocketPath.ofClient(option: socket) },
            token: token,
            log: log,
            manager: manager
        )
        guard let loop else {
            report("the system has no file descriptor left")
            return .badConfiguration
        }
        log.notice("started; \(configuration.count)")
        manager.send(.ready(status: configuration.count))
        return loop.run() ? .done : .failed
    }

    private static func printed(_ text: String) -> Status {
        StandardStream.output.write(text)
        return .done
    }

    private static func report(_ problem: String) { StandardStream.error.write("domo-mqtt: \(problem)\n") }
}
