import DomoBridge
import DomoNATS
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
    let postgres: PostgreSQLServer
    let database: StoreSettings
    /// May use all subjects.
    let tester: NATSConnection
    let house: HouseID
    private(set) var workers: [ChildProcess] = []

    static let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// - Parameter isSetUp: whether the streams and tables are made.
    init(isSetUp: Bool = true) async throws {
        house = HouseID("casa0001")!
        let seeds = try (0..<4).map { _ in try NKeySeed() }
        var users = ServerUsers()
        try users.add(house: house, key: "\(seeds[0].key)")
        try users.add(ServerUsers.User(key: "\(seeds[1].key)", .store("worker"), comment: "worker"))
        try users.add(ServerUsers.User(key: "\(seeds[2].key)", .setup("operator"), comment: "operator"))
        let all = Permissions(publish: [">"], subscribe: [">"])
        try users.add(ServerUsers.User(key: "\(seeds[3].key)", all, comment: "tester"))
        folder = try TemporaryFolder()
        nats = try NATSServer(users: users.configuration)
        postgres = try PostgreSQLServer()
        database = try postgres.makeDatabase()
        let address = "nats://127.0.0.1:\(nats.port)"
        try HouseCredentials(house: house, servers: [address], authority: nil, seed: Secret(seeds[0].text))
            .write(to: "\(folder.path)/house")
        for (name, seed) in [("worker", seeds[1]), ("operator", seeds[2])] {
            try StoreCredentials(name: name, servers: [address], authority: nil, seed: Secret(seed.text))?
                .write(to: "\(folder.path)/\(name)")
        }
        tester = NATSConnection(
            NATSSettings(
                servers: [NATSAddress(host: "127.0.0.1", port: nats.port, isTLS: false)],
                credentials: .key(seeds[3]),
                inbox: "tester.inbox",
                name: "tester"
            ),
            on: Self.loop
        ) { _ in }
        tester.start()
        try await eventually("a connection to NATS") { tester.isConnected }
        if isSetUp { try await setUp() }
    }

    func arguments(_ credentials: String) -> [String] {
        ["--credentials", "\(folder.path)/\(credentials)", "--postgres", database.url]
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

    @discardableResult
    func startWorker() throws -> ChildProcess {
        let worker = try ChildProcess(BuiltProgram.path("domo-fleet"), ["store"] + arguments("worker"))
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
