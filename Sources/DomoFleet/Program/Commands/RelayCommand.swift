import ArgumentParser
import DomoBridge
import DomoLanguage
import DomoNATS
import DomoSystem
import DomoUsage
import Glibc
import Logging
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// `domo-fleet relay`: a socket that leads to a house of the fleet.
struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Serve a socket like domod's that leads to a house of the fleet.",
        usage: "domo-fleet relay HOUSE [--nats URL] [--credentials FILE] [--token-file FILE] [--folder FOLDER]",
        discussion: """
            It prints the path of the socket, which only its own user can open, and serves it until it gets SIGTERM: \
            for example for "domo-web --socket PATH". Lines before "login" are given with the token.
            """
    )

    @OptionGroup var options: HouseOptions

    @Option(
        help: ArgumentHelp(
            "The folder of the socket, for its owner alone (default: a new one in $XDG_RUNTIME_DIR or /tmp).",
            valueName: "folder"
        )
    )
    var folder: String?

    @Flag(help: "End when the standard input ends.")
    var untilInputEnds = false

    func run() async throws {
        let (house, asker, settings, token) = try options.read()
        let log = Log(program: "domo-fleet", hasPriorities: ServiceManager.ofProcess.isThere)
        let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let caller = FleetCaller(settings, asker: asker, on: eventLoop) { event in
            // In `domo-fleet call`, the replies report it.
            if !untilInputEnds { Self.log(event, log) }
        }
        let relay: HouseRelay
        let ownFolder: String?
        do {
            ownFolder = folder == nil ? try Self.newFolder() : nil
            let path = folder ?? ownFolder ?? ""
            relay = try await HouseRelay.listen(house, in: path, over: caller, principal: asker, token: token)
        } catch let error as FileBytes.Fault {
            throw HouseOptions.fault(error.message)
        } catch {
            throw HouseOptions.fault("\(error)")
        }
        caller.start()
        StandardStream.output.write("\(relay.path)\n")
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: RelayService(endsWithInput: untilInputEnds),
                        successTerminationBehavior: .gracefullyShutdownGroup
                    )
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        try await services.run()
        await relay.close()
        await caller.stop()
        if let ownFolder { rmdir(ownFolder) }
    }

    private static func newFolder() throws(FileBytes.Fault) -> String {
        let parent = HouseOptions.variable("XDG_RUNTIME_DIR") ?? "/tmp"
        return try FileBytes.makeTemporaryFolder("\(parent)/domo-fleet-")
    }

    private static func log(_ event: NATSEvent, _ log: Log) {
        switch event {
        case .connected(let version, let name):
            log.notice("connected to the fleet: server \(name), version \(version)")
        case .disconnected(let reason, _): log.warning("not connected to the fleet: \(reason)")
        case .refused(let reason, _): log.warning("refused by the fleet: \(reason)")
        case .lameDuck(let name): log.notice("the server \(name) is about to stop")
        case .warning(let text): log.warning(text)
        }
    }
}

/// Runs until the program is to stop.
private struct RelayService: Service {
    let endsWithInput: Bool

    func run() async throws {
        guard endsWithInput else { return try await gracefulShutdown() }
        try await WorkerThread.run(name: "domo-input") { OtherProgram.waitForEndOfInput() }
    }
}
