import DomoBridge
import DomoNATS
import DomoTestKit
import NIOCore
import Synchronization
import Testing

@testable import DomoFleet
@testable import DomoFleetStore

/// What workers say of reports.
private final class Acknowledgements: Sendable {
    private let texts = Mutex<[String]>([])

    func add(_ message: NATSMessage) {
        let text = String(decoding: message.payload.readableBytesView, as: UTF8.self)
        texts.withLock { $0.append(text) }
    }

    func count(of text: String) -> Int { texts.withLock { all in all.count { $0.hasPrefix(text) } } }
}

/// A reader in this process, with the real nats-server and PostgreSQL.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StreamReaderTests {
    /// As long as a worker waits for PostgreSQL, no other worker gets its reports.
    @Test func slowPostgreSQLKeepsReportsWithTheirWorker() async throws {
        let world = try await StoreWorld()
        let log = Log(program: "test", write: { _ in })
        let store = StoreThread(world.database, try #require(ReportRetention(days: 730)), log: log)
        try store.start()
        try await eventually("a connection to PostgreSQL") { store.isReady }
        let acknowledgements = Acknowledgements()
        _ = try world.tester.subscribe("$JS.ACK.>") { acknowledgements.add($0) }
        let other = try StoreConnection(world.database)
        try other.run("BEGIN")
        try other.run("LOCK TABLE fleet.source IN ACCESS EXCLUSIVE MODE")
        var house = FakeHouse(1)
        try await house.report(world.tester)
        let stream = FleetStreams.names[house.house.partition / (HouseID.partitions / FleetStreams.count)]
        let reader = StreamReader(
            stream: stream,
            nats: world.tester,
            store: store,
            log: log,
            progressInterval: .milliseconds(100)
        )
        let task = Task { await reader.run() }
        try await eventually("a writer that waits") {
            try other.run("SELECT FROM pg_locks WHERE NOT granted").count > 0
        }
        // Each of these gives the worker the time of the consumer again.
        try await eventually("progress is told") { acknowledgements.count(of: "+WPI") >= 3 }
        #expect(acknowledgements.count(of: "+ACK") == 0)
        try other.run("ROLLBACK")
        try await eventually("the acknowledgement") { try await world.waiting() == 0 }
        #expect(try world.count("fleet.report") == 20)
        task.cancel()
        await task.value
        await store.stop()
        await world.stop()
    }
}
