public import ArgumentParser
import DomoBridge
import DomoClient
import DomoLanguage
import DomoSystem
import DomoUsage
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// `domo-notify`: notices to people, calls to programs.
public struct NotifyCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-notify",
        abstract: "Send the notices of domod to people, and the calls of scenes to other programs.",
        usage: "domo-notify [--config FILE] [--socket PATH] [--token-file FILE] [--state FOLDER] [--check]",
        discussion: """
            domo-notify attaches to the control socket of domod, which hands it what is to be sent: to ntfy, by e-mail, \
            to webhooks, and by Web Push to browsers. Its file has the targets and their secrets. SIGHUP reloads the \
            file; if it has mistakes, the previous one is still active.
            """,
        version: "domo-notify \(domoBuild)"
    )

    @Option(help: ArgumentHelp("The configuration.", valueName: "file"))
    var config = "/etc/domo/notify.yaml"

    @Option(help: ArgumentHelp("The control socket of domod.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("A file whose first line is a token to log in with.", valueName: "file"))
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "The folder for the key of Web Push and the list of what was sent (default: $STATE_DIRECTORY, else none).",
            valueName: "folder"
        )
    )
    var state: String?

    @Flag(help: "Check the configuration, and exit.")
    var check = false

    // For tests: how often the system is looked at.
    @Option(help: .hidden)
    var systemInterval = 60.0

    public init() {}

    /// Runs until SIGTERM or SIGINT.
    public static func start() async { await runProgram() }

    /// Writes an error message, and returns the exit status for a bad configuration.
    private func fault(_ message: String) -> ExitCode {
        StandardStream.error.write(message)
        return ExitCode(78)
    }

    private func read() throws -> NotifyConfiguration {
        do throws(FileMistakes) {
            return try NotifyFile.read(config)
        } catch {
            throw fault("\(error.text)\n")
        }
    }

    private func token() throws -> Secret? {
        do throws(FileBytes.Fault) {
            return try tokenFile.map { path throws(FileBytes.Fault) in try Secret.token(inFile: path) }
        } catch {
            throw fault("domo-notify: \(error.message)\n")
        }
    }

    /// - Returns: the folder, if it can be used.
    private func stateFolder(_ log: Log) -> String? {
        let set = getenv("STATE_DIRECTORY").map { String(cString: $0) }
        guard let folder = state ?? set, !folder.isEmpty else { return nil }
        do throws(FileBytes.Fault) {
            try FileBytes.makeFolder(folder, mode: 0o700)
            return folder
        } catch {
            log.warning("\(folder): \(error.message); nothing is kept over a restart")
            return nil
        }
    }

    private func pushKey(_ folder: String?, _ log: Log) -> PushKey? {
        guard let folder else { return nil }
        do throws(PushKey.Fault) {
            return try PushKey.kept(in: "\(folder)/web-push.key")
        } catch {
            log.warning("no Web Push: \(error.message)")
            return nil
        }
    }

    public func run() async throws {
        let configuration = try read()
        if check {
            for warning in configuration.warnings { StandardStream.error.write("warning: \(warning)\n") }
            StandardStream.output.write("\(config): \(configuration.count)\n")
            return
        }
        let manager = ServiceManager.ofProcess
        let log = Log(program: NotifyFile.program, hasPriorities: manager.isThere)
        for warning in configuration.warnings { log.warning(warning) }
        let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        // Before the service manager hears that the program is ready.
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        let folder = stateFolder(log)
        let notifier = Notifier(
            configuration,
            door: DaemonDoor(socket: SocketPath.ofClient(option: socket), token: try token(), eventLoop: eventLoop),
            state: folder,
            pushKey: pushKey(folder, log),
            systemPause: .milliseconds(Int64(max(0.1, systemInterval) * 1000)),
            log: log,
            status: { manager.send(.status($0)) }
        )
        let count = configuration.count
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: ManagerReports(manager: manager, eventLoop: eventLoop, ready: count),
                        serviceName: "reports"
                    ),
                    .init(
                        service: Reloads(
                            hangups: hangups,
                            notifier: notifier,
                            path: config,
                            log: log,
                            manager: manager
                        ),
                        serviceName: "reloads"
                    ),
                    .init(service: notifier, serviceName: "notifier"),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        log.notice("started; \(count)\(configuration.targets.isEmpty ? "; add targets to \(config)" : "")")
        try await services.run()
    }
}
