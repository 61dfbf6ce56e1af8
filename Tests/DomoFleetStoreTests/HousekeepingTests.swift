import DomoFleet
import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct HousekeepingTests {
    private let day = ReportRetention.day
    private let retention: ReportRetention

    init() throws { retention = try #require(ReportRetention(days: 28, partitionDays: 7)) }

    private func prepared() throws -> (StoreConnection, ReportWriter, Housekeeping) {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        return (connection, try ReportWriter(connection), Housekeeping(connection, retention))
    }

    /// The partition of each record, by cursor.
    private func places(_ connection: StoreConnection) throws -> [String] {
        let rows = try connection.run("SELECT tableoid::regclass FROM report ORDER BY record")
        return (0..<rows.count).map { rows.text($0, 0) ?? "" }
    }

    private func reportAt(_ times: [Int64], from: UInt64 = 0) -> Report {
        var one = report(from: from, count: times.count)
        for (index, time) in times.enumerated() { one.records[index].time = time }
        return one
    }

    @Test func partitionsAreMadeFromTheRetentionToTheFuture() throws {
        let (_, _, housekeeping) = try prepared()
        let made = try housekeeping.run(now: noon).made
        #expect(
            made == [
                "report_20261029", "report_20261105", "report_20261112", "report_20261119", "report_20261126",
                "report_20261203", "report_20261210",
            ]
        )
        #expect(try housekeeping.run(now: noon) == Housekeeping.Outcome())
    }

    @Test func recordsGoToThePartitionOfTheirTime() throws {
        let (connection, writer, housekeeping) = try prepared()
        _ = try housekeeping.run(now: noon)
        let times: [Int64] = [noon, noon - 20 * day, 0, -1, .min, .max, 4_294_967_295_000, noon + 30 * day]
        #expect(try writer.write([delivery(1, reportAt(times))]).new == 8)
        let absurd = "report_default"
        #expect(
            try places(connection)
                == ["report_20261126", "report_20261105", absurd, absurd, absurd, absurd, absurd, absurd]
        )
        #expect(try housekeeping.run(now: noon).misplaced == 6)
        // Also there, the key drops doubles.
        #expect(try writer.write([delivery(1, reportAt(times))]).new == 0)
    }

    @Test func recordsThatCameBeforeTheirPartitionAreMovedIntoIt() throws {
        let (connection, writer, housekeeping) = try prepared()
        let batch = [delivery(1, reportAt([noon, noon + day, 0]))]
        #expect(try writer.write(batch).new == 3)
        #expect(try places(connection) == ["report_default", "report_default", "report_default"])
        #expect(try housekeeping.run(now: noon).misplaced == 1)
        #expect(try places(connection) == ["report_20261126", "report_20261126", "report_default"])
        #expect(try writer.write(batch).new == 0)
    }

    @Test func oldPartitionsAreDroppedAndLateRecordsAreNotStoredAgain() throws {
        let (connection, writer, housekeeping) = try prepared()
        _ = try housekeeping.run(now: noon)
        let old = delivery(1, reportAt([noon - 27 * day, noon - 17 * day, noon]))
        #expect(try writer.write([old]).new == 3)
        // Reports go on, so the clock is trusted.
        let later = noon + 10 * day
        #expect(try writer.write([delivery(2, reportAt([later]), stored: later)]).new == 1)
        let outcome = try housekeeping.run(now: later)
        #expect(outcome.dropped == ["report_20261029"])
        #expect(outcome.made == ["report_20261217"])
        #expect(try connection.count("report") == 3)
        let again = try writer.write([old])
        #expect(again.new == 0)
        #expect(again.late == 1)
        #expect(try connection.count("report") == 3)
        // The setting becomes longer: what was deleted stays deleted.
        let longer = try #require(ReportRetention(days: 60, partitionDays: 7))
        _ = try Housekeeping(connection, longer).run(now: later)
        #expect(try writer.write([old]).late == 1)
    }

    @Test func clockThatJumpsDeletesNothing() throws {
        let (connection, writer, housekeeping) = try prepared()
        _ = try housekeeping.run(now: noon)
        _ = try writer.write([delivery(1, reportAt([noon - 20 * day, noon]))])
        let outcome = try housekeeping.run(now: noon + 3650 * day)
        #expect(outcome.dropped == [])
        #expect(outcome.made == [])
        #expect(try connection.count("report") == 2)
    }

    @Test func absurdTimesAreDeletedByTheirArrival() throws {
        let (connection, writer, housekeeping) = try prepared()
        _ = try writer.write([delivery(1, reportAt([0, 1000]))])
        try connection.run("UPDATE report_default SET received = '2026-10-01' WHERE record = 1")
        try connection.run("UPDATE report_default SET received = '2026-11-20' WHERE record = 2")
        #expect(try housekeeping.run(now: noon).misplaced == 1)
        #expect(try connection.run("SELECT record FROM report").integer(0, 0) == 2)
    }

    @Test func anotherLengthGoesOnAfterTheKnownPartitions() throws {
        let (connection, _, housekeeping) = try prepared()
        _ = try housekeeping.run(now: noon)
        let daily = try #require(ReportRetention(days: 40, partitionDays: 1))
        let made = try Housekeeping(connection, daily).run(now: noon + 18 * day).made
        #expect(made.last == "report_20261217" && made.contains("report_20261018") == false, "\(made)")
        #expect(try Housekeeping(connection, daily).run(now: noon + 18 * day).made == [])
    }

    @Test func workersKeepHouseAtTheSameTimeAndWhileOthersWrite() throws {
        let settings = try SharedServer.current.makeDatabase()
        _ = try StoreConnection.prepared(settings)
        let retention = retention
        let outcomes = try concurrently(4) { worker in
            if worker == 3 {
                let writer = try ReportWriter(StoreConnection(settings))
                for round in 0..<20 {
                    _ = try writer.write((0..<20).map { delivery($0, report(from: UInt64(round * 20))) })
                }
                return Housekeeping.Outcome()
            }
            return try Housekeeping(StoreConnection(settings), retention).run(now: noon)
        }
        let made = outcomes.flatMap(\.made)
        #expect(Set(made).count == made.count)
        let connection = try StoreConnection(settings)
        let rest = try Housekeeping(connection, retention).run(now: noon)
        #expect(made.count + rest.made.count == 7)
        #expect(rest.misplaced == 0)
        #expect(try connection.count("report") == 8000)
    }

    @Test func longQueryPostponesTheDrop() throws {
        let (connection, writer, housekeeping) = try prepared()
        _ = try housekeeping.run(now: noon)
        _ = try writer.write([delivery(1, reportAt([noon + 10 * day]), stored: noon + 10 * day)])
        let reader = try StoreConnection(connection.settings)
        try reader.transaction { () throws(StoreFault) in
            _ = try reader.run("SELECT count(*) FROM report")
            let outcome = try housekeeping.run(now: noon + 10 * day)
            #expect(outcome.postponed?.kind == .busy)
            #expect(outcome.dropped == [])
        }
        #expect(try housekeeping.run(now: noon + 10 * day).dropped == ["report_20261029"])
    }

    @Test func badReportsAndGapsAreLimited() throws {
        let (connection, _, housekeeping) = try prepared()
        let limit = Housekeeping.maxBadReports
        try connection.run(
            script: """
                INSERT INTO bad_report (subject, payload, reason, received)
                SELECT 'new', n::text::bytea, '', '2026-11-27' FROM generate_series(1, \(limit)) n;
                INSERT INTO bad_report (subject, payload, reason, received) VALUES ('old', '', '', '2026-10-01');
                INSERT INTO gap (source, first, last, records, part, reason, noticed)
                VALUES (1, 1, 2, 1, '', '', '2026-10-01'), (1, 3, 4, 1, '', '', '2026-11-20')
                """
        )
        _ = try housekeeping.run(now: noon)
        #expect(try connection.count("bad_report", where: "subject = 'old'") == 0)
        #expect(try connection.count("bad_report") == limit - 1)
        #expect(try connection.run("SELECT first FROM gap").integer(0, 0) == 3)
        // The oldest are deleted.
        try connection.run("INSERT INTO bad_report (subject, payload, reason) VALUES ('1', '', ''), ('2', '', '')")
        _ = try housekeeping.run(now: noon)
        #expect(try connection.count("bad_report") == limit)
        #expect(try connection.count("bad_report", where: "payload = '1'") == 0)
    }

    @Test func impossibleRetentionIsRefused() {
        #expect(ReportRetention(days: 0) == nil)
        #expect(ReportRetention(days: 10, partitionDays: 0) == nil)
        #expect(ReportRetention(days: 3650, partitionDays: 1) == nil)
        #expect(ReportRetention(days: 3650, partitionDays: 7) != nil)
    }
}
