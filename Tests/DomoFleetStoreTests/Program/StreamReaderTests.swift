import DomoBridge
import DomoNATS
import DomoTestKit
import NIOCore
import Testing

@testable import DomoFleet
@testable import DomoFleetStore

/// A reader in this process, with the real nats-server and PostgreSQL.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct StreamReaderTests {
    /// As long as a worker waits for PostgreSQL, no other worker gets its reports.
    @Test func slowPostgreSQLKeepsReportsWithTheirWorker() async throws {
        let world = try await StoreWorld()
        let log = Log(program: "test", write: { _ in })
        let store = StoreThread(world.database, try #require(ReportRetention(days: 730)), log: log)
        try store.start()
        try await eventually("a connection to PostgreSQL") { store.isReady }
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
            progressInterval: .milliseconds(500)
        )
        let task = Task { await reader.run() }
        try await eventually("a writer that waits") {
            try other.run("SELECT FROM pg_locks WHERE NOT granted").count > 0
        }
        // Twice as long as reports wait for their acknowledgement.
        let pulled = try await JetStream(world.tester).pull(
            from: Permissions.consumer,
            of: stream,
            batch: 1,
            within: .seconds(6)
        )
        #expect(pulled.messages.isEmpty)
        try other.run("ROLLBACK")
        try await eventually("the acknowledgement") { try await world.waiting() == 0 }
        #expect(try world.count("fleet.report") == 20)
        task.cancel()
        await task.value
        await store.stop()
        await world.stop()
    }
}
