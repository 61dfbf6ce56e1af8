import DomoFleet
import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct BadReportTests {
    private static func changed(_ change: (inout Report) -> Void) -> Report {
        var one = report()
        change(&one)
        return one
    }

    /// Reports that can't be stored, and part of the reason.
    static let bad: [(report: Report, reason: String)] = [
        (changed { $0.records[3].value = "a\0b" }, "record 4: the value contains a NUL character"),
        (changed { $0.records[3].element = "\0" }, "record 4: the element contains a NUL character"),
        (changed { $0.records[3].kind = "a\0" }, "record 4: the kind contains a NUL character"),
        (changed { $0.records[3].line = [0x7B, 0] }, "record 4: the line contains a NUL character"),
        (changed { $0.records[3].line = [0xC3, 0x28] }, "record 4: the line is not UTF-8"),
        (changed { $0.records[3].line = [0xED, 0xA0, 0x80] }, "record 4: the line is not UTF-8"),
        (changed { $0.records[3].cursor = .max }, "record 18446744073709551615: the cursor is above"),
        (changed { $0.database = "a\0" }, "the database contains a NUL character"),
        (changed { $0.head.version = "\0" }, "the version contains a NUL character"),
        (changed { $0.head.alarms = -1 }, "negative"),
        (changed { $0.to = .max }, "are no range"),
        (changed { $0.gaps = [gap(from: 1, to: 2, element: "\0")] }, "gap: the element contains a NUL character"),
        // What only the tables refuse.
        (changed { $0.database = "" }, "source_database_check"),
        (changed { $0.database = String(repeating: "x", count: 65) }, "source_database_check"),
        (changed { $0.records[3].kind = "" }, "report_kind_check"),
        (changed { $0.records[3].element = String(repeating: "x", count: 65_537) }, "report_element_check"),
        (changed { $0.records[3].line = Array(repeating: 0x20, count: 262_145) }, "report_line_check"),
        (changed { $0.head.version = String(repeating: "x", count: 201) }, "house_state_version_check"),
    ]

    @Test func badReportIsSetAsideAlone() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        let writer = try ReportWriter(connection)
        for (index, (bad, reason)) in Self.bad.enumerated() {
            var batch = (0..<9).map { delivery(index * 10 + $0, report()) }
            batch[5] = delivery(index * 10 + 5, bad)
            let outcome = try writer.write(batch)
            #expect(outcome.new == 160)
            #expect(outcome.bad.count == 1)
            #expect(outcome.bad.first?.subject == batch[5].subject)
            #expect(outcome.bad.first?.reason.contains(reason) == true, "\(outcome.bad)")
            #expect(try FleetLosses(connection).badReports().first == outcome.bad.first)
            // Delivered again, it is set aside once.
            #expect(try writer.write(batch).new == 0)
            #expect(try connection.count("bad_report") == index + 1)
            #expect(try connection.count("house_state") == (index + 1) * 8)
        }
    }

    @Test func manyBadReportsDoNotHoldBackTheOthers() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        let writer = try ReportWriter(connection)
        let batch = (0..<60).map { number in
            delivery(number, number % 3 == 0 ? Self.changed { $0.records[0].kind = "" } : report())
        }
        let outcome = try writer.write(batch)
        #expect(outcome.new == 800)
        #expect(outcome.bad.map(\.subject) == batch.indices.filter { $0 % 3 == 0 }.map { batch[$0].subject })
        #expect(try connection.count("report") == 800)
        #expect(try connection.count("bad_report") == 20)
    }

    @Test func stateIsTheNewestAlsoIfTheBatchIsDivided() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        let newest = delivery(1, report(from: 100))
        let bad = delivery(2, Self.changed { $0.records[0].kind = "" })
        let others = [20, 40, 60].map { delivery(1, report(from: $0)) }
        for batch in [[newest] + others + [bad], others + [bad, newest]] {
            #expect(try ReportWriter(connection).write(batch).bad.count == 1)
            #expect(try connection.run("SELECT cursor FROM house_state").integer(0, 0) == 120)
        }
        #expect(try connection.count("report") == 80)
    }

    @Test func unreadablePayloadIsKept() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        var unreadable = delivery(3, report())
        unreadable.content = .unreadable("it is not JSON\0")
        unreadable.payload = Array(0...255)
        unreadable.subject += "\0" + String(repeating: "ñ", count: 5000)
        let outcome = try ReportWriter(connection).write([delivery(1, report()), unreadable, delivery(2, report())])
        #expect(outcome.new == 40)
        let rows = try connection.run("SELECT encode(payload, 'hex'), reason FROM bad_report")
        #expect(rows.text(0, 0)?.count == 512)
        #expect(rows.text(0, 0)?.hasPrefix("000102") == true)
        #expect(rows.text(0, 1) == "it is not JSON\u{FFFD}")
    }

    /// The stages were made before, so the real table is the first to refuse it.
    @Test func reportThatOnlyTheTableRefusesIsSetAside() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        let writer = try ReportWriter(connection)
        try connection.run("ALTER TABLE house_state ADD CONSTRAINT strange CHECK (house <> '\(houseName(3))')")
        let outcome = try writer.write((0..<8).map { delivery($0, report()) })
        #expect(outcome.new == 140)
        #expect(outcome.bad.map(\.subject) == ["domo.v1.report.00.\(houseName(3))"])
        #expect(outcome.bad.first?.reason.contains("strange") == true)
    }
}
