import DomoBridge
import DomoNATS
import DomoTestKit
import Glibc
import NIOCore
import NIOPosix
import Synchronization

@testable import DomoFleet

/// A fleet made by its operator with the real commands: a real nats-server that knows only the operator's key, and the
/// real enrolment service.
final class OperatorWorld {
    static let loop = MultiThreadedEventLoopGroup.singleton.next()

    let folder: TemporaryFolder
    let server: NATSServer
    let enrolment: ChildProcess
    private(set) var connections: [NATSConnection] = []

    /// - Parameters:
    ///   - certificates: those of the server; nil for none.
    ///   - service: a user for the enrolment service, with a folder that is made here; nil for this process's user.
    ///   - prepare: makes the folder at a path.
    init(
        _ certificates: TestCertificates? = nil,
        service: String? = nil,
        prepare: (String) throws -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        let port = try Loopback.freePort()
        let fleet = "\(folder.path)/op"
        try prepare(fleet)
        let server = "\(certificates == nil ? "nats" : "tls")://127.0.0.1:\(port)"
        let made = try Self.run(
            ["operator", "init", fleet, "--servers", server, "--servers-folder", "\(folder.path)/jwt"]
                + (certificates.map { ["--ca", $0.authority] } ?? [])
        )
        guard made.status == 0 else { throw KitFault(description: "\(made)") }
        let more = certificates?.configuration() ?? ""
        self.server = try NATSServer(port: port, folder: folder, fleet: "op/fleet.conf", more)
        let (program, words) = Self.command(
            BuiltProgram.path("domo-fleet"),
            ["enrolment", "--fleet", fleet],
            as: service
        )
        enrolment = try ChildProcess(program, words)
        try enrolment.wait(for: "the connection") { $1.contains("connected to the fleet") ? () : nil }
    }

    /// Also after a test that failed.
    deinit { enrolment.finish() }

    func stop() async {
        enrolment.finish()
        for connection in connections { await connection.stop() }
    }

    /// The command that runs a program as another user.
    static func command(_ program: String, _ words: [String], as user: String?) -> (String, [String]) {
        guard let user else { return (program, words) }
        return ("/usr/bin/setpriv", ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program] + words)
    }

    static func run(_ words: [String]) throws -> Finished {
        try ChildProcess.run(BuiltProgram.path("domo-fleet"), words, within: 180)
    }

    func operates(_ words: String...) throws -> Finished { try Self.run(words + ["--fleet", "\(folder.path)/op"]) }

    var fleet: OperatorFolder {
        get throws { try OperatorFolder("\(folder.path)/op") }
    }

    // MARK: Houses

    func code(_ name: String, _ id: String) throws -> String {
        let run = try operates("house", "add", name, "--id", id)
        guard run.status == 0 else { throw KitFault(description: "\(run)") }
        return run.output
    }

    func path(_ id: String) -> String { "\(folder.path)/\(id).credentials" }

    /// Adds and enrolls a house.
    func enroll(_ id: String) throws -> HouseCredentials {
        let run = try Self.run(["enroll", try code("House \(id)", id), "--credentials", path(id)])
        guard run.status == 0 else { throw KitFault(description: "\(run)") }
        return try HouseCredentials(file: path(id))
    }

    /// What a connection reported.
    final class Events: Sendable {
        private let events = Mutex<[NATSEvent]>([])

        func add(_ event: NATSEvent) { events.withLock { $0.append(event) } }

        var refusals: [String] {
            events.withLock { $0.compactMap { if case .refused(let reason, _) = $0 { reason } else { nil } } }
        }

        var warnings: [String] {
            events.withLock { $0.compactMap { if case .warning(let text) = $0 { text } else { nil } } }
        }

        var ends: Int {
            events.withLock {
                $0.count { event in
                    switch event {
                    case .disconnected, .refused: true
                    case .connected, .lameDuck, .warning: false
                    }
                }
            }
        }
    }

    func connect(_ credentials: HouseCredentials) async throws -> (NATSConnection, Events) {
        try await connect(try credentials.settings())
    }

    func connect(_ settings: NATSSettings) async throws -> (NATSConnection, Events) {
        let events = Events()
        let connection = NATSConnection(settings, on: Self.loop) { events.add($0) }
        connections.append(connection)
        connection.start()
        try await eventually("a connection") { connection.isConnected }
        return (connection, events)
    }
}
