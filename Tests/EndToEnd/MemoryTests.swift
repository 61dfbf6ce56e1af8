import DomoLanguage
import DomoTestKit
import Foundation
import Testing

/// The stored readings and orders, across restarts and from the command line.
@Suite(.waits) struct MemoryTests {
    // MARK: Restarts

    @Test func readingsComeBackStaleWithTheirTime() throws {
        try Household.reporting { household in
            expect(try household.domo("set", "Buzzer", "on", "--wait", "confirmed"))
            let known = try household.reading("Buzzer")
            try household.stopDaemon()
            try household.killSimulator()

            try household.startReportingDaemon()
            let reading = try household.reading("Buzzer")
            #expect(reading.value == "on")
            #expect(reading.stale)
            #expect(reading.since == known.since)
            #expect(reading.by == known.by)
            expect(try household.domo("show", "Buzzer"), says: ["on (stale)", "stale, last known"])
        }
    }

    @Test func readingsOfASilentServerComeBackToo() throws {
        try Household.running { household in
            expect(try household.domo("set", "Buzzer", "on"))
            let known = try household.reading("Buzzer")
            try household.stopDaemon()
            try household.startDaemon()
            let reading = try household.reading("Buzzer")
            #expect(reading.value == "on")
            #expect(reading.certainty == "assumed")
            #expect(reading.stale)
            #expect(reading.since == known.since)
            // Nothing is derived from a stale reading.
            expect(try household.domo("toggle", "Buzzer"), status: 65, says: ["is stale"])
        }
    }

    @Test func readingsAreFreshAgainOnceTheHouseReportsThem() throws {
        try Household.reporting { household in
            expect(try household.domo("set", "Buzzer", "on", "--wait", "confirmed"))
            let known = try household.reading("Buzzer")
            try household.stopDaemon()
            try household.startReportingDaemon()
            try household.waitForReading("Buzzer", "on")
            // It is unchanged: nobody switched it.
            let reading = try household.reading("Buzzer")
            #expect(reading.since == known.since)
            #expect(reading.by == known.by)
        }
    }

    @Test func orderNumbersContinueAndNothingIsSentAgain() throws {
        try Household.reporting { household in
            let first = try household.ask("set --wait confirmed Buzzer on", Household.ReceiptSeen.self)
            try household.stopDaemon()
            try household.startReportingDaemon()
            let second = try household.ask("set --wait confirmed Buzzer off", Household.ReceiptSeen.self)
            #expect(second.id > first.id)
            let orders = try household.orders()
            #expect(orders.map(\.id) == [second.id, first.id])
            #expect(orders.map(\.stage) == ["confirmed", "confirmed"])
            #expect(try household.signals() == ["enable Buzzer → 204", "disable Buzzer → 204"])
        }
    }

    @Test func elementThatReturnsToItsHouseKeepsItsReading() throws {
        let both = Household.lamps(2)
        try Household.running(home: both) { household in
            expect(try household.domo("set", "Lamp2", "on"))
            try household.stopDaemon()
            try household.folder.write("home.xml", Household.lamps(1))
            try household.startDaemon()
            expect(try household.domo("show", "Lamp2"), status: 68)
            try household.stopDaemon()
            try household.folder.write("home.xml", both)
            try household.startDaemon()
            #expect(try household.reading("Lamp2").value == "on")
            #expect(try household.orders("orders Lamp2").count == 1)
        }
    }

    // MARK: Questions

    @Test func historyKeepsOnlyChanges() throws {
        try Household.reporting { household in
            try household.waitForReading("Buzzer", "off")
            expect(try household.domo("set", "Buzzer", "on", "--wait", "confirmed"))
            try household.atTheWall("Buzzer", "off")
            try household.waitForReading("Buzzer", "off")
            // The house is read a few more times without changes.
            let polls = try household.requests("GET").count
            try household.eventually("more questions") { try household.requests("GET").count > polls + 2 }

            struct Page: Decodable {
                struct Entry: Decodable {
                    var value: String
                    var by: String
                    var certainty: String
                }
                var entries: [Entry]
            }
            let entries = try household.ask("history Buzzer", Page.self).entries
            #expect(entries.map(\.value).filter { $0 == "on" }.count <= 2)
            #expect(entries.first?.value == "off")
            #expect(entries.last?.value == "off")
            #expect(entries.last?.by == "house")
            #expect(entries.count <= 4, "\(entries)")
            let history = try household.domo("history", "Buzzer", "--since", "1h")
            expect(history, says: ["off", "on", "by house"])
            expect(try household.domo("history", "Buzzer", "--since", "1h", "--chart"), says: ["Buzzer"])
            expect(try household.domo("history", "Nobody"), status: 68)
            expect(try household.domo("history", "Buzzer", "--since", "tomorrow"), status: 64)
        }
    }

    @Test func historySurvivesARestart() throws {
        try Household.running { household in
            for value in ["on", "off", "on"] { expect(try household.domo("set", "Buzzer", value)) }
            let before = try household.domo("history", "Buzzer").output
            try household.stopDaemon()
            try household.startDaemon()
            #expect(try household.domo("history", "Buzzer").output == before)
        }
    }

    @Test(.letsTimePass) func statsCountChangesOrdersAndFailures() throws {
        try Household.reporting(Household.Reading(timing: ["confirm-within: 5s"])) { household in
            try household.waitForReading("Buzzer", "off")
            for value in ["on", "off", "on"] {
                expect(try household.domo("set", "Buzzer", value, "--wait", "confirmed"))
            }
            try household.injectFault("fault=stuck&name=Buzzer")
            expect(try household.domo("set", "Buzzer", "off", "--wait", "confirmed"), status: 75)
            struct Report: Decodable {
                struct Figures: Decodable {
                    var changes: Int
                    var onSeconds: Int?
                    var orders: Int
                    var failures: Int
                    var confirmedAfter: Double?
                }
                struct Element: Decodable {
                    var element: String
                    var thisWeek: Figures
                }
                var elements: [Element]
            }
            let report = try household.ask("stats Buzzer", Report.self)
            let figures = try #require(report.elements.first).thisWeek
            #expect(figures.orders == 4)
            #expect(figures.failures == 1)
            #expect(figures.changes >= 3)
            #expect(figures.onSeconds != nil)
            #expect(figures.confirmedAfter ?? 0 > 0)
            expect(try household.domo("stats"), says: ["Buzzer", "this", "last"])
        }
    }

    @Test func exportHasAllOrders() throws {
        try Household.running(home: Household.lamps(3)) { household in
            for number in 1...3 { expect(try household.domo("set", "Lamp\(number)", "on")) }
            struct Record: Decodable {
                var element: String
                var reading: Household.ReadingInTime?
                var order: Household.OrderSeen?
            }
            let lines = try household.domo("export").output.split(separator: "\n")
            let records = try lines.map { try JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
            #expect(records.compactMap(\.order).map(\.id).sorted() == [1, 2, 3])
            #expect(records.compactMap(\.reading).count == 3)
            let table = try household.domo("export", "--format", "csv")
            expect(table, says: ["time,element,kind,"])
            #expect(table.output.components(separatedBy: "\r\n").count == 1 + records.count + 1)
            expect(try household.domo("export", "--format", "xml"), status: 64)
        }
    }

    // MARK: Backup and restore

    @Test func backupIsCompleteAndCanBeRestored() throws {
        try Household.running { household in
            for value in ["on", "off", "on"] { expect(try household.domo("set", "Buzzer", value)) }
            let copy = "\(household.folder.path)/copy.sqlite"
            expect(try household.domo("backup", copy), says: ["copy.sqlite"])
            #expect(try Household.integrity(of: copy) == "ok")
            expect(try household.domo("backup", copy), status: 64, says: ["--force"])
            expect(try household.domo("backup", copy, "--force"))

            expect(try household.domo("set", "Louver", "up"))
            // Standard input is not a terminal, so nobody can confirm.
            expect(try household.domo("restore", copy), status: 64, says: ["add --yes"])
            let restored = try household.domo("restore", copy, "--yes")
            expect(restored, says: ["the old database is kept as "])
            let kept = try #require(
                restored.output.components(separatedBy: "the old database is kept as ").last?
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            )
            #expect(try Household.integrity(of: kept) == "ok")
            #expect(try household.orders().map(\.action) == ["on", "off", "on"])
            // It is the one now in use.
            expect(try household.domo("set", "Buzzer", "off"))
            #expect(try household.orders().map(\.action) == ["off", "on", "off", "on"])
            try household.stopDaemon()
            try household.startDaemon()
            #expect(try household.orders().first?.action == "off")
        }
    }

    @Test(arguments: ["", "This is no database at all.", String(repeating: "SQLite format 3\u{0}", count: 1000)])
    func invalidDatabaseIsRefused(content: String) throws {
        try Household.running { household in
            expect(try household.domo("set", "Buzzer", "on"))
            let file = try household.folder.write("copy", content)
            let restore = try household.domo("restore", file, "--yes")
            expect(restore, status: 65)
            #expect(try household.orders().count == 1)
            expect(try household.domo("set", "Buzzer", "off"))
            #expect(try household.orders().count == 2)
            expect(try household.domo("status"), says: ["working"])
        }
    }

    @Test func damagedCopyIsRefused() throws {
        try Household.running(home: Household.lamps(50)) { household in
            let orders = (0..<1000).map { "set Lamp\($0 % 50 + 1) \($0 / 50 % 2 == 0 ? "on" : "off") --deadline 5m\n" }
            expect(try household.run("domo", ["-"], input: orders.joined()))
            let copy = "\(household.folder.path)/copy.sqlite"
            expect(try household.domo("backup", copy))
            var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
            for place in stride(from: 4096 + 8, to: bytes.count, by: 4096) { bytes[place] ^= 0xFF }
            try bytes.write(to: URL(fileURLWithPath: copy))
            expect(try household.domo("restore", copy, "--yes"), status: 65)
            // Half of it is not a database either.
            try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: copy))
            expect(try household.domo("restore", copy, "--yes"), status: 65)
            #expect(try household.orders("orders --last 1000").count == 1000)
            expect(try household.domo("status"), says: ["working"])
        }
    }

    @Test func copyMadeDuringOrdersIsComplete() throws {
        try Household.running(home: Household.lamps(20)) { household in
            let orders = (0..<5000).map { "set Lamp\($0 % 20 + 1) \($0 / 20 % 2 == 0 ? "on" : "off") --deadline 5m\n" }
            try household.folder.write("orders", orders.joined())
            let batch = try household.start("domo", ["-"], input: "\(household.folder.path)/orders")
            try household.waitForOrdersInFlight()
            let copies = try (1...3).map { number in
                let copy = "\(household.folder.path)/copy\(number).sqlite"
                expect(try household.domo("backup", copy))
                return copy
            }
            #expect(try batch.waitForEnd() == 0, "\(batch.errorOutput)")
            for copy in copies { #expect(try Household.integrity(of: copy) == "ok") }
            expect(try household.domo("restore", copies[0], "--yes"))
            // Numbers are never used twice, although the copy is older.
            let receipt = try household.ask("set Lamp1 on", Household.ReceiptSeen.self)
            #expect(receipt.id == 5001)
        }
    }

    @Test func databaseOfAnotherProgramIsRefused() throws {
        try Household.running { household in
            let file = "\(household.folder.path)/other.sqlite"
            expect(
                try household.run("/usr/bin/sqlite3", [file, "CREATE TABLE notes (text); PRAGMA user_version = 1;"])
            )
            expect(try household.domo("restore", file, "--yes"), status: 65, says: ["of another program"])
            expect(try household.domo("restore", "\(household.folder.path)/nothing", "--yes"), status: 66)
            expect(try household.domo("status"), says: ["working"])
        }
    }
}
