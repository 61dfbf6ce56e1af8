import DomoFleet
import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct WriterTests {
    private func prepared() throws -> (StoreConnection, ReportWriter) {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        return (connection, try ReportWriter(connection))
    }

    @Test func sameBatchTwiceGivesNoDoubles() throws {
        let (connection, writer) = try prepared()
        let batch = (0..<10).map { delivery($0, report()) }
        #expect(try writer.write(batch).new == 200)
        #expect(try writer.write(batch).new == 0)
        #expect(try writer.write(batch + batch).new == 0)
        #expect(try connection.count("report") == 200)
        #expect(try connection.count("house_state") == 10)
    }

    @Test func overlappingReportsGiveNoDoubles() throws {
        let (connection, writer) = try prepared()
        #expect(try writer.write([delivery(1, report(from: 0)), delivery(1, report(from: 10))]).new == 30)
        #expect(try writer.write([delivery(1, report(from: 25))]).new == 15)
        // A restored database counts anew.
        #expect(try writer.write([delivery(1, report(from: 0, database: "fedcba9876543210"))]).new == 20)
        #expect(try connection.count("report") == 65)
    }

    @Test func emptyBatchAndEmptyReportAreStored() throws {
        let (connection, writer) = try prepared()
        #expect(try writer.write([]) == BatchOutcome())
        #expect(try writer.write([delivery(1, report(from: 5, count: 0))]).new == 0)
        #expect(try connection.run("SELECT cursor FROM house_state").integer(0, 0) == 5)
    }

    static let texts = [
        "", " ", "'", "\"", "\\", "\\\\", "\\N", "\\.", "\t", "\n", "\r\n", "a\tb\nc\\d'e\"f", "{1,2}", "NULL", "ñandú",
        "e\u{301}", "雪", "🏠👩‍👩‍👧", "\u{1}\u{7F}\u{80}\u{FEFF}\u{FFFF}\u{10FFFF}", "\u{202E}abc", "$1", "--", "/*", ";",
    ]

    @Test func textsAreStoredAsTheyAre() throws {
        let (connection, writer) = try prepared()
        var one = report(count: Self.texts.count)
        for (index, text) in Self.texts.enumerated() {
            one.records[index].value = text
            one.records[index].element = text
            one.records[index].line = Array(text.utf8)
        }
        #expect(try writer.write([delivery(1, one)]).new == Self.texts.count)
        let rows = try connection.run("SELECT value, element, line FROM report ORDER BY record")
        for (index, text) in Self.texts.enumerated() {
            for column in 0..<3 { #expect(rows.text(index, column).map { Array($0.utf8) } == Array(text.utf8)) }
        }
    }

    @Test func everyCharacterOfUnicodeIsStored() throws {
        let (connection, writer) = try prepared()
        let all = stride(from: 1, through: 0x10FFFF, by: 10_000).map { start in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: (start..<min(start + 10_000, 0x110000)).compactMap { Unicode.Scalar(UInt32($0)) })
            return String(text)
        }.filter { !$0.isEmpty }
        var one = report(count: all.count)
        for (index, text) in all.enumerated() { one.records[index].line = Array(text.utf8) }
        #expect(try writer.write([delivery(1, one)]).new == all.count)
        let rows = try connection.run("SELECT line FROM report ORDER BY record")
        for (index, text) in all.enumerated() {
            // Byte by byte, as == also takes other forms of the same characters for equal.
            #expect(rows.text(index, 0).map { $0.utf8.elementsEqual(text.utf8) } == true)
        }
    }

    @Test func absentElementAndValueAreNull() throws {
        let (connection, writer) = try prepared()
        var one = report(count: 1)
        one.records[0].element = nil
        one.records[0].value = nil
        _ = try writer.write([delivery(1, one)])
        #expect(try connection.count("report", where: "element IS NULL AND value IS NULL") == 1)
    }

    @Test func gapIsARow() throws {
        let (connection, writer) = try prepared()
        let gaps = [gap(from: 1, to: 5), gap(from: 1, to: 5, element: "Casa/Salón"), gap(from: 7, to: 8)]
        // Also of a report without records.
        let gapped = report(from: 500, count: 0, gaps: gaps)
        for _ in 0..<2 { _ = try writer.write([delivery(1, gapped), delivery(2, report()), delivery(3, gapped)]) }
        #expect(try connection.count("gap") == 6)
        let found = try FleetLosses(connection).gaps(in: #require(HouseID(houseName(1))))
        #expect(
            found.last
                == FleetLosses.Gap(
                    database: "0123456789abcdef",
                    element: nil,
                    part: "readings",
                    reason: "removed",
                    first: 1,
                    last: 5,
                    records: 7
                )
        )
        #expect(found.map(\.element) == [nil, "Casa/Salón", nil])
    }

    // MARK: - State

    private func cursor(_ connection: StoreConnection) throws -> Int64? {
        try connection.run("SELECT cursor FROM house_state").integer(0, 0)
    }

    @Test func stateIsOnlyReplacedByANewerOne() throws {
        let (connection, writer) = try prepared()
        func write(_ to: UInt64, _ database: String, stored: Int64) throws {
            var one = report(from: to, count: 0, database: database)
            one.head.version = "\(database) \(to)"
            _ = try writer.write([delivery(1, one, stored: stored)])
        }
        try write(10, "a", stored: 100)
        #expect(try cursor(connection) == 10)
        // Another worker was slower.
        try write(5, "a", stored: 90)
        #expect(try cursor(connection) == 10)
        // The clocks of two NATS servers differ: within a database, the cursor counts.
        try write(20, "a", stored: 95)
        #expect(try cursor(connection) == 20)
        // A new database starts anew.
        try write(3, "b", stored: 200)
        #expect(try cursor(connection) == 3)
        // A late report of the old one.
        try write(30, "a", stored: 150)
        #expect(try connection.run("SELECT version FROM house_state").text(0, 0) == "b 3")
    }

    @Test func newestReportOfABatchIsTheState() throws {
        let (connection, writer) = try prepared()
        let batch = [30, 10, 20].map { delivery(1, report(from: $0, count: 1), stored: Int64($0)) }
        _ = try writer.write(batch)
        #expect(try cursor(connection) == 31)
    }

    @Test func sameCursorWithLaterTimeIsNewer() throws {
        let (connection, writer) = try prepared()
        _ = try writer.write([delivery(1, report(from: 7, count: 0), stored: 100)])
        _ = try writer.write([delivery(1, report(from: 7, count: 0), stored: 200)])
        #expect(try connection.run("SELECT stored FROM house_state").integer(0, 0) == 200)
    }
}
