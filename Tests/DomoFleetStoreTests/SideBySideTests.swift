import DomoFleet
import Testing

@testable import DomoFleetStore

/// Several workers on one database.
@Suite(.serialized, .postgreSQL)
struct SideBySideTests {
    /// Overlapping batches in different orders, some with bad reports: no deadlock comes through, and no doubles.
    @Test(arguments: [false, true])
    func overlappingBatchesGiveNoDoubles(withBadReports: Bool) throws {
        let settings = try SharedServer.current.makeDatabase()
        _ = try StoreConnection.prepared(settings)
        let rounds = 15
        let new = try concurrently(4) { worker in
            let writer = try ReportWriter(StoreConnection(settings))
            // A deadlock fails the test.
            writer.maxAttempts = 1
            var new = 0
            for round in 0..<rounds {
                // All workers write the same records in this round, cut differently.
                var batch = (0..<20).map { house in
                    delivery(house, report(from: UInt64(round * 40 + worker * 5), count: 25))
                }
                if withBadReports {
                    var bad = report()
                    bad.database = ""
                    batch.append(delivery(100 + worker, bad))
                }
                new += try writer.write(worker % 2 == 0 ? batch : batch.reversed()).new
            }
            return new
        }
        // Each round has cursors 1 to 40 after its start: 5 per worker and 25 more.
        let rows = Int64(rounds * 40 * 20)
        let connection = try StoreConnection(settings)
        #expect(try connection.count("report") == rows)
        #expect(new.reduce(0, +) == Int(rows))
        #expect(try connection.count("house_state", where: "cursor = \(rounds * 40)") == 20)
    }

    /// The records differ, but the states and the sources are the same rows.
    @Test func sameHousesDoNotLockInACircle() throws {
        let settings = try SharedServer.current.makeDatabase()
        _ = try StoreConnection.prepared(settings)
        _ = try concurrently(4) { worker in
            var allowance = HouseAllowance.standard
            allowance.databases = 1000
            let writer = try ReportWriter(StoreConnection(settings), allowance)
            writer.maxAttempts = 1
            for round in 0..<30 {
                let batch = (0..<100).map { house in
                    let cursor = UInt64((worker * 100 + round) * 10)
                    let gaps = [gap(from: Int64(round), to: 5, element: "\(house % 3)")]
                    let one = report(from: cursor, count: 1, database: "db\(round)", gaps: gaps)
                    return delivery(house, one, stored: Int64(round))
                }
                _ = try writer.write(worker % 2 == 0 ? batch : batch.reversed())
            }
        }
        let connection = try StoreConnection(settings)
        #expect(try connection.count("report") == 12_000)
        #expect(try connection.count("house_state", where: "database = 'db29'") == 100)
        #expect(try connection.count("source") == 3000)
    }

    /// A worker that waits for another's row stores after it.
    @Test func writerWaitsForAnOpenTransaction() throws {
        let settings = try SharedServer.current.makeDatabase()
        let first = try StoreConnection.prepared(settings)
        var hooks = ReportWriter.Hooks()
        var other: [BatchOutcome] = []
        hooks.beforeCommit = { () throws(StoreFault) in
            // The other one can't go on before this COMMIT, and its statement ends.
            var impatient = settings
            impatient.statementTimeout = .milliseconds(200)
            let second = try ReportWriter(StoreConnection(impatient))
            let fault = #expect(throws: StoreFault.self) { other.append(try second.write([delivery(1, report())])) }
            #expect(fault?.kind == .busy)
        }
        let writer = try ReportWriter(first, hooks: hooks)
        #expect(try writer.write([delivery(1, report())]).new == 20)
        #expect(other.isEmpty)
        #expect(try first.count("report") == 20)
    }
}
