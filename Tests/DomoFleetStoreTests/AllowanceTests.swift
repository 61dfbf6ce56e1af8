import DomoFleet
import Testing

@testable import DomoFleetStore

/// What a house does that wants to fill the database.
@Suite(.serialized, .postgreSQL)
struct AllowanceTests {
    private let connection: StoreConnection
    private let house: HouseID

    init() throws {
        connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        house = try #require(HouseID(houseName(1)))
    }

    private func writer(records: Int = 1000, mebibytes: Int = 1) throws -> ReportWriter {
        try ReportWriter(connection, try #require(HouseAllowance(records: records, mebibytes: mebibytes)))
    }

    private func size(_ table: String) throws -> Int64 {
        try connection.count(table, where: "source IN (SELECT id FROM source WHERE house = '\(houseName(1))')")
    }

    @Test func floodEndsAtTheLimitAndIsAHole() throws {
        let writer = try writer()
        var leftOut: Int64 = 0
        for round in 0..<10 {
            let flood = (0..<20).map { delivery(1, report(from: UInt64(round * 400 + $0 * 20))) }
            let outcome = try writer.write(flood + [delivery(2, report(from: UInt64(round * 20)))])
            leftOut += outcome.leftOut.reduce(0) { $0 + $1.records }
            #expect(outcome.leftOut.allSatisfy { $0.house == house.text })
        }
        #expect(try size("report") == 1000)
        // The other house has all its records.
        #expect(try connection.count("report") == 1200)
        #expect(leftOut == 3000)
        let holes = try FleetLosses(connection).gaps(in: house)
        #expect(
            holes == [
                FleetLosses.Gap(
                    database: nil,
                    element: nil,
                    part: "records",
                    reason: "limit",
                    first: noon + 1_001_000,
                    last: noon + 4_000_000,
                    records: 3000
                )
            ]
        )
        // What the house is now is known nevertheless.
        #expect(
            try connection.run("SELECT cursor FROM house_state WHERE house = $1", [.text(house.text)]).integer(0, 0)
                == 4000
        )
        #expect(try FleetLosses(connection).gaps(in: #require(HouseID(houseName(2)))) == [])
    }

    @Test func limitIsThatOfAllWorkersAndOfADay() throws {
        let (one, other) = (try writer(), try writer())
        #expect(try one.write([delivery(1, report(count: 800))]).new == 800)
        #expect(try other.write([delivery(1, report(from: 800, count: 800))]).new == 0)
        #expect(try other.write([delivery(1, report(from: 1600, count: 200))]).new == 200)
        try connection.run("UPDATE house_day SET day = day - 1")
        #expect(try other.write([delivery(1, report(from: 2000, count: 1000))]).new == 1000)
        #expect(try connection.count("house_day") == 2)
        // A batch that was rolled back does not count.
        let broken = try ReportWriter(
            connection,
            try #require(HouseAllowance(records: 5000)),
            hooks: ReportWriter.Hooks(beforeCommit: { () throws(StoreFault) in throw StoreFault(.data, "no", hint: "") }
            )
        )
        let before = try connection.run("SELECT sum(records) FROM house_day").integer(0, 0)
        #expect(throws: StoreFault.self) { try broken.write([delivery(1, report(from: 9000))]) }
        #expect(try connection.run("SELECT sum(records) FROM house_day").integer(0, 0) == before)
    }

    @Test func fewLargeRecordsAreLimitedByTheirSize() throws {
        var large = report(count: 10)
        for index in large.records.indices { large.records[index].line = Array(repeating: 0x20, count: 100_000) }
        let outcome = try writer().write(
            (0..<4).map { number in
                var one = large
                for index in one.records.indices { one.records[index].cursor += UInt64(number * 10) }
                return delivery(1, one)
            }
        )
        #expect(outcome.new == 10)
        #expect(outcome.leftOut.first?.records == 30)
    }

    @Test func databasesGapsAndBadReportsAreLimited() throws {
        let writer = try writer()
        var outcome = BatchOutcome()
        for round in 0..<5 {
            let databases = (0..<100).map { delivery(1, report(count: 1, database: "d\(round * 100 + $0)")) }
            let gaps = (0..<20).map { number in
                delivery(
                    1,
                    report(
                        count: 0,
                        database: "d0",
                        gaps: (0..<100).map { gap(from: Int64(round * 2000 + number * 100 + $0), to: noon) }
                    )
                )
            }
            let bad = (0..<100).map { number in
                var bad = delivery(1, report())
                bad.subject = FleetSubjects.report(of: house)
                bad.content = .unreadable("it is not JSON")
                bad.payload = Array("\(round * 100 + number)".utf8)
                return bad
            }
            outcome = try writer.write(databases + gaps + bad)
        }
        #expect(outcome.bad.count == 100)
        #expect(try connection.count("source") == 10)
        #expect(try size("gap") == 1000)
        #expect(try connection.count("bad_report") == 20)
        let row = try connection.run("SELECT databases, gaps, bad, bad_out, records_out FROM house_day")
        #expect(row.count == 1)
        #expect((0..<5).map { row.integer(0, $0) } == [10, 1000, 20, 480, 490 + 9000 * 7])
        // Those of others are set aside as before.
        var other = delivery(2, report())
        other.subject = "domo.v1.report.none"
        other.content = .unreadable("the subject is that of no house")
        #expect(try writer.write([other]).bad.count == 1)
        #expect(try connection.count("bad_report") == 21)
    }

    /// A house may choose the names.
    @Test func namesOfDatabasesAreOnlyText() throws {
        let writer = try writer()
        for name in [#"a"b"#, #"a\"#, "{}", "NULL", "a,b", "'; DROP TABLE report; --"] {
            #expect(try writer.write([delivery(1, report(count: 1, database: name))]).new == 1, "\(name)")
            #expect(try writer.write([delivery(1, report(from: 1, count: 1, database: name))]).new == 1, "\(name)")
        }
        #expect(try connection.run("SELECT databases FROM house_day").integer(0, 0) == 6)
    }

    /// 20 elements that change 144 times on a day.
    @Test func houseThatWasAwayForWeeksCatchesUpOnOneDay() throws {
        let writer = try ReportWriter(connection)
        for page in 0..<60 {
            let outcome = try writer.write([delivery(1, report(from: UInt64(page * 1440), count: 1440))])
            #expect(outcome.new == 1440 && outcome.leftOut == [])
        }
        #expect(try FleetLosses(connection).gaps(in: house) == [])
    }

    @Test func listOfHousesShowsWhatWasLeftOut() throws {
        let directory = FleetDirectory(connection)
        let (tenant, person) = (try directory.addTenant("Casas"), try directory.addPerson("Ana"))
        try directory.addHouse(house, name: "Casa", tenant: tenant)
        try directory.grant(.read, tenant: tenant, to: person)
        _ = try writer().write([delivery(1, report(count: 1001))])
        let search = HouseSearch(connection)
        #expect(try search.house(house, of: person)?.leftOut == 1001)
        #expect(try search.houses(of: person).houses.map(\.leftOut) == [1001])
        try connection.run("UPDATE house_day SET day = day - 2")
        #expect(try search.house(house, of: person)?.leftOut == 0)
        // The hole stays.
        #expect(try FleetLosses(connection).gaps(in: house).count == 1)
    }

    @Test func daysWithoutAHoleAreForgotten() throws {
        try connection.run(
            script: """
                INSERT INTO house_day (house, day, records, octets, gaps, databases, bad, records_out, bad_out)
                SELECT 'house00000' || n, current_date - n, 1, 1, 0, 0, 0, n % 2, 0 FROM generate_series(0, 9) n
                """
        )
        let retention = try #require(ReportRetention(days: 730))
        let now = try connection.run("SELECT extract(epoch FROM now())::bigint * 1000").integer(0, 0)
        _ = try Housekeeping(connection, retention).run(now: try #require(now))
        let days = try connection.run(
            "SELECT string_agg((current_date - day)::text, ' ' ORDER BY day DESC) FROM house_day"
        )
        #expect(days.text(0, 0) == "0 1 3 5 7 9")
    }

    @Test func impossibleAllowancesAreRefused() {
        #expect(HouseAllowance(records: 0) == nil)
        #expect(HouseAllowance(mebibytes: 0) == nil)
        #expect(HouseAllowance(records: .max) == nil)
        #expect(HouseAllowance() == .standard)
    }
}
