import ArgumentParser
import DomoBridge
import DomoClient
import DomoNATS
import DomoSystem
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// `domo-fleet enrolment`: signs the keys of houses.
struct EnrolmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrolment",
        abstract: "Sign the keys of houses that have a code, or credentials to renew.",
        discussion: """
            In the folder of the operator it reads fleet.json, ca.pem, house.seed and enrolment, and writes houses. The \
            rest is the operator's, and so is the folder if root has made it: then it can replace none of these files.
            """
    )

    @OptionGroup var fleet: FleetFolderOption

    /// Runs until SIGTERM or SIGINT.
    func run() async throws {
        // The manager does not start it again: 78, EX_CONFIG.
        let (folder, settings, desk) = try CommandFault.reporting(status: 78) {
            let folder = try fleet.folder(status: 78)
            let credentials = try UserCredentials(file: folder.enrolmentPath, of: .store, isShared: true)
            let settings = try NATSSettings(
                servers: folder.fleet.servers,
                authority: folder.authorityPath,
                seed: credentials.seed,
                jwt: credentials.jwt,
                inbox: Permissions.enrollerInbox(credentials.name),
                name: "domo-fleet enrolment"
            )
            return (folder, settings, try folder.desk())
        }
        let manager = ServiceManager.ofProcess
        let log = Log(program: "domo-fleet", hasPriorities: manager.isThere)
        let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let service = EnrolmentService(
            settings,
            on: eventLoop,
            desk,
            folder.register,
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
                    .init(service: service, serviceName: "enrolment"),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        log.notice("started")
        try await services.run()
    }
}
