import DomoModel
import DomoNATS
import DomoSystem
import DomoTestKit
import Glibc
import NIOCore
import NIOPosix

@testable import DomoFleet
@testable import DomoFleetStore

/// A real nats-server and PostgreSQL, and the real domo-fleet-store between them.
final class StoreWorld {
    let folder: TemporaryFolder
    let nats: NATSServer
    let operators: OperatorFolder
    let postgres: PostgreSQLServer
    let database: StoreSettings
    /// May use all subjects.
    let tester: NATSConnection
    let house: HouseID
    private(set) var workers: [ChildProcess] = []

    static let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// - Parameters:
    ///   - isSetUp: whether the streams and tables are made.
    ///   - change: changes the configuration that the operator's commands wrote.
    init(
        isSetUp: Bool = true,
        change: (OperatorFolder, String) throws -> String = { _, text in text }
    ) async throws {
        house = HouseID("casa0001")!
        folder = try TemporaryFolder()
        let port = try Loopback.freePort()
        let plan = OperatorFolder.Plan(servers: ["nats://127.0.0.1:\(port)"], serversFolder: "\(folder.path)/jwt")
        let now = Moment.now().time.milliseconds / 1000
        operators = try OperatorFolder.create("\(folder.path)/op", plan, now: now)
        let path = operators.configurationPath
        let text = String(decoding: try FileBytes.read(path, maxBytes: 1 << 20), as: UTF8.self)
        try FileBytes.replace(path, with: Array(try change(operators, text).utf8))
        nats = try NATSServer(port: port, folder: folder, fleet: "op/fleet.conf")
        postgres = try PostgreSQLServer()
        database = try postgres.makeDatabase()
        for (role, name) in [(OperatorFolder.Role.store, "worker"), (.setup, "operator")] {
            _ = try operators.add(role, name, days: nil, at: now)
        }
        let settings = try operators.settings(
            Permissions(publish: [">"], subscribe: [">"]),
            of: operators.fleet.account,
            signedBy: try operators.seed(.account),
            inbox: "tester.inbox"
        )
        tester = NATSConnection(settings, on: Self.loop) { _ in }
        tester.start()
        try await eventually("a connection to NATS") { tester.isConnected }
        if isSetUp { try await setUp() }
    }

    func arguments(_ credentials: String) -> [String] {
        ["--credentials", operators.path(ofUser: credentials), "--postgres", database.url]
    }

    /// Enrolls the house with the real commands.
    ///
    /// - Returns: its credentials.
    func enroll() throws -> String {
        let (program, path) = (BuiltProgram.path("domo-fleet"), "\(folder.path)/house")
        let fleet = ["--fleet", operators.path]
        let enrolment = try ChildProcess(program, ["enrolment"] + fleet)
        defer { enrolment.finish() }
        try enrolment.wait(for: "the connection to NATS") { $1.contains("connected to the fleet") ? () : nil }
        let added = try ChildProcess.run(program, ["house", "add", "Casa", "--id", house.text] + fleet)
        let run = try ChildProcess.run(program, ["enroll", added.output, "--credentials", path], within: 180)
        guard run.status == 0 else { throw KitFault(description: "enroll: \(added) \(run)") }
        return path
    }

    private func setUp() async throws {
        let words = ["--setup", "--replicas", "1", "--stream-size", "2"]
        let run = try ChildProcess.run(BuiltProgram.path("domo-fleet-store"), words + arguments("operator"))
        guard run.status == 0 else { throw KitFault(description: "setup: \(run)") }
        // So that nobody waits a minute for what a killed worker had.
        for stream in FleetStreams.names {
            var consumer = ConsumerSettings(name: Permissions.consumer, stream: stream)
            consumer.acknowledgeWithin = .seconds(3)
            try await JetStream(tester).createConsumer(consumer, atMost: .seconds(20))
        }
    }

    /// - Parameter more: usually, the test machine needs no time service.
    @discardableResult
    func startWorker(_ more: [String] = ["--trust-clock"]) throws -> ChildProcess {
        let worker = try ChildProcess(BuiltProgram.path("domo-fleet"), ["store"] + arguments("worker") + more)
        workers.append(worker)
        try worker.wait(for: "the connection to NATS") { $1.contains("connected to the fleet") ? () : nil }
        return worker
    }

    /// Also after a test that failed.
    deinit {
        for worker in workers { worker.finish() }
        postgres.stop()
    }

    func stop() async {
        for worker in workers { worker.finish() }
        await tester.stop()
        postgres.stop()
    }

    /// How many messages wait in all streams, whether they were delivered or not.
    func waiting() async throws -> UInt64 {
        var sum: UInt64 = 0
        for stream in FleetStreams.names {
            sum += try await JetStream(tester).size(ofStream: stream, atMost: .seconds(20)).messages
        }
        return sum
    }

    /// Asks PostgreSQL with a connection of its own, also after a crash.
    func query(_ sql: String) throws -> StoreRows {
        let connection = try StoreConnection(database)
        defer { connection.close() }
        return try connection.run(sql)
    }

    func count(_ sql: String) throws -> Int64 { try query("SELECT count(*) FROM \(sql)").integer(0, 0) ?? -1 }
}
