import DomoModel
import DomoNATS
import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoFleet
@testable import DomoFleetStore

/// The real domo-fleet-store, nats-server and PostgreSQL.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct WorkerTests {
    /// Houses report until `work` is done; then each record must be there once.
    private func report(
        _ world: StoreWorld,
        meanwhile work: () async throws -> Void
    ) async throws {
        let isDone = Monitor(false)
        let tester = world.tester
        let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<12 {
                group.addTask { [tester] in
                    var house = FakeHouse(number)
                    repeat {
                        try await house.report(tester)
                        // Without it, the houses leave no time to PostgreSQL on a small machine.
                        try await Task.sleep(for: .milliseconds(20))
                    } while !isDone.read { $0 }
                    return house.records
                }
            }
            let result: Result<Void, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            isDone.change { $0 = true }
            var sum: Int64 = 0
            for try await records in group { sum += records }
            try result.get()
            return sum
        }
        try await eventually("the end of the streams") { try await world.waiting() == 0 }
        #expect(try world.count("fleet.report") == sum)
        let distinct = "(SELECT DISTINCT house, record FROM fleet.report JOIN fleet.source ON id = source) AS known"
        #expect(try world.count(distinct) == sum)
        #expect(try world.count("fleet.bad_report") == 0)
        // The shadow of each house is its last report.
        let cursors = try world.query("SELECT sum(cursor), count(*) FROM fleet.house_state")
        #expect(cursors.integer(0, 0) == sum && cursors.integer(0, 1) == 12)
    }

    private func expectProgress(_ world: StoreWorld) async throws {
        let before = try world.count("fleet.report")
        try await eventually("more records") { try world.count("fleet.report") > before }
    }

    @Test func killedWorkerAndPostgreSQLLoseNothing() async throws {
        let world = try await StoreWorld()
        try world.startWorker()
        try await report(world) {
            for round in 0..<5 {
                try await expectProgress(world)
                world.workers.last?.send(SIGKILL)
                _ = try world.workers.last?.waitForEnd()
                try world.startWorker()
                guard round % 2 == 1 else { continue }
                try await expectProgress(world)
                try world.postgres.crash()
                // Reports wait in NATS.
                try world.workers.last?.wait(for: "a message in the log") {
                    $1.contains("nothing is stored in PostgreSQL now") ? () : nil
                }
                try world.postgres.startAgain()
            }
            try await expectProgress(world)
        }
        let log = world.workers.last?.errorOutput ?? ""
        #expect(world.workers.count == 6, "\(log)")
        await world.stop()
    }

    @Test func absenceOfPostgreSQLIsLoggedOnce() async throws {
        let world = try await StoreWorld()
        let worker = try world.startWorker()
        try await report(world) {
            try await expectProgress(world)
            try world.postgres.crash()
            try worker.wait(for: "a message in the log") { $1.contains("nothing is stored in PostgreSQL") ? () : nil }
            // For several attempts to connect; with fewer the test is weaker, but passes.
            try await Task.sleep(for: .seconds(3))
            try world.postgres.startAgain()
            try worker.wait(for: "the second connection") {
                $1.split(separator: "connected to PostgreSQL").count > 2 ? () : nil
            }
            try await expectProgress(world)
        }
        #expect(worker.errorOutput.split(separator: "nothing is stored").count == 2, "\(worker.errorOutput)")
        await world.stop()
    }

    @Test func workersSideBySideStoreEachRecordOnce() async throws {
        let world = try await StoreWorld()
        let (first, second) = (try world.startWorker(), try world.startWorker())
        try await report(world) {
            for _ in 0..<5 { try await expectProgress(world) }
            // One ends as it should; the other goes on.
            first.send(SIGTERM)
            #expect(try first.waitForEnd() == 0)
            try await expectProgress(world)
        }
        for log in [first.errorOutput, second.errorOutput] {
            #expect(!log.contains("not stored") && !log.contains("nothing is stored"), "\(log)")
        }
        #expect(first.errorOutput.contains("stopped"))
        await world.stop()
    }

    @Test func unreadableReportIsSetAsideAndBlocksNothing() async throws {
        let world = try await StoreWorld()
        let subject = FleetSubjects.report(of: world.house)
        // The house of the subject counts, whatever a payload says; another partition than its own is nobody's.
        let other = "domo.v1.report.\(world.house.partition == 0 ? "01" : "00").\(world.house)"
        for (subject, text) in [(subject, "{"), (subject, ""), (subject, #"{"v":99}"#), (other, "{}")] {
            let stream = JetStream(world.tester)
            _ = try await stream.publish(ByteBuffer(string: text), to: subject, atMost: .seconds(20))
        }
        var house = FakeHouse(1)
        try await house.report(world.tester)
        let worker = try world.startWorker()
        try await eventually("the end of the streams") { try await world.waiting() == 0 }
        #expect(try world.count("fleet.report") == 20)
        #expect(try world.count("fleet.bad_report") == 4)
        #expect(try world.count("fleet.bad_report WHERE subject = '\(other)' AND reason LIKE '%partition%'") == 1)
        #expect(try world.count("fleet.bad_report WHERE subject = '\(subject)' AND payload = '{'") == 1)
        #expect(worker.errorOutput.contains("bad report"))
        worker.send(SIGTERM)
        #expect(try worker.waitForEnd() == 0)
        await world.stop()
    }

    /// By the clock of NATS, which is that of this machine.
    @Test func stateHasTheTimeAtWhichNATSStoredTheReport() async throws {
        let world = try await StoreWorld()
        let before = Moment.now().time.milliseconds
        var house = FakeHouse(1)
        try await house.report(world.tester)
        let after = Moment.now().time.milliseconds
        try world.startWorker()
        try await eventually("the report") { try world.count("fleet.house_state") == 1 }
        let stored = try world.query("SELECT stored FROM fleet.house_state").integer(0, 0) ?? 0
        #expect((before...after).contains(stored))
        await world.stop()
    }

    /// Asks for the time as a house does.
    private func time(_ world: StoreWorld, requests: Int = 1) async throws -> [FleetTime] {
        let settings = try HouseCredentials(file: try world.enroll()).settings()
        let house = NATSConnection(settings, on: StoreWorld.loop) { _ in }
        house.start()
        var times: [FleetTime] = []
        try await eventually("the time") {
            do throws(NATSFault) {
                let reply = try await house.request(ByteBuffer(), to: FleetSubjects.time, atMost: .seconds(5))
                FleetTime(json: Array(reply.payload.readableBytesView)).map { times.append($0) }
            } catch {
                // Its subscription follows its connection.
                return false
            }
            return times.count == requests
        }
        await house.stop()
        return times
    }

    @Test func workerAnswersWhatTimeItIsInInboxesOfHouses() async throws {
        let world = try await StoreWorld()
        let worker = try world.startWorker()
        let before = Moment.now().time.milliseconds
        guard case .time(let time, let error) = try await time(world).first else {
            Issue.record("the worker does not know the time: \(worker.errorOutput)")
            return
        }
        #expect((before...Moment.now().time.milliseconds).contains(time))
        #expect((KernelClock.minError...16_001).contains(error))
        #expect(!worker.errorOutput.contains("synchronized"))
        await world.stop()
    }

    /// Whether it is, depends on the test machine.
    @Test func workerAnswersOnlyIfItsClockIsSynchronized() async throws {
        let world = try await StoreWorld()
        let worker = try world.startWorker([])
        let times = try await time(world, requests: 3)
        let notes = worker.errorOutput.split(separator: "houses do not get the time from this worker").count - 1
        if case .synchronized = KernelClock.now() {
            #expect(!times.contains(.unsynchronized) && notes == 0)
        } else {
            #expect(Set(times.map(\.json)) == [FleetTime.unsynchronized.json] && notes == 1)
        }
        await world.stop()
    }

    @Test func setUpTwiceChangesNothing() async throws {
        let world = try await StoreWorld()
        var house = FakeHouse(1)
        try await house.report(world.tester)
        let words = ["store", "--setup", "--replicas", "1", "--stream-size", "3"] + world.arguments("operator")
        let run = try ChildProcess.run(BuiltProgram.path("domo-fleet"), words)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        // The current partition and those ahead.
        #expect(try world.count("pg_inherits WHERE inhparent = 'fleet.report'::regclass") > 3)
        #expect(try await world.waiting() == 1)
        await world.stop()
    }

    @Test func badConfigurationIsReportedAtOnce() async throws {
        let world = try await StoreWorld(isSetUp: false)
        let program = BuiltProgram.path("domo-fleet-store")
        var words = world.arguments("worker")
        words[3] = words[3].replacing("user=domo", with: "user=nobody")
        let denied = try ChildProcess.run(program, words)
        #expect(denied.status == 78 && denied.errors.contains("check the user"), "\(denied)")
        words[1] = try world.enroll()
        let house = try ChildProcess.run(program, words)
        #expect(house.status == 78 && house.errors.contains("neither store nor asker"), "\(house)")
        // A worker can't make streams.
        let worker = try ChildProcess.run(program, ["--setup"] + world.arguments("worker"))
        #expect(worker.status == 1 && worker.errors.contains("credentials of an operator"), "\(worker)")
        let replicas = try ChildProcess.run(program, ["--setup", "--replicas", "2"] + world.arguments("operator"))
        #expect(replicas.status == 64 && replicas.errors.contains("use 1, 3 or 5"), "\(replicas)")
        await world.stop()
    }
}
