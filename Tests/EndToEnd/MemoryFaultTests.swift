import DomoTestKit
import Foundation
import Testing

/// Orders are carried out even if nothing can be stored; losses are reported.
@Suite(.waits) struct MemoryFaultTests {
    /// Orders are carried out, their replies say that they are not stored, and the daemon reports the problem.
    private static func expectNoMemory(_ household: Household, saying words: String...) throws {
        for value in ["on", "off"] {
            let receipt = try household.ask("set Buzzer \(value)", Household.ReceiptSeen.self)
            #expect(receipt.outcome == "accepted")
            #expect(receipt.stored == false)
        }
        let order = try household.domo("set", "Buzzer", "on")
        expect(order, says: ["accepted", "not stored"])
        #expect(try household.ask("set --wait none Buzzer off", Household.ReceiptSeen.self).stored == false)
        let memory = try household.memory()
        #expect(memory.state == "failing")
        for word in words { #expect(memory.problem?.contains(word) == true, "\(memory)") }
        expect(try household.domo("status"), says: ["failing"] + words)
        // The orders of this run are still listed.
        #expect(try household.orders().first?.action == "off")
        expect(try household.domo("show", "Buzzer"), says: ["~off"])
        expect(try household.domo("set", "Buzzer", "on"))
        expect(try household.domo("show", "Buzzer"), says: ["~on"])
    }

    @Test func missingDatabaseStopsNoOrder() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            // There is a folder in place of the database.
            try household.folder.write("state/history.sqlite/in-the-way", "")
            try household.startDaemon()
            try household.waitForLog("history.sqlite")
            try Self.expectNoMemory(household, saying: "history.sqlite")
            expect(try household.domo("history", "Buzzer"), status: 69)
            expect(try household.domo("stats"), status: 69)
            expect(try household.domo("export"), status: 69)
            expect(try household.domo("backup", "\(household.folder.path)/copy"), status: 69)
            #expect(!household.folder.holds("copy"))
        }
    }

    @Test func readingsReturnWithTheDatabaseAndNoNumberIsUsedTwice() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            try household.startDaemon()
            expect(try household.domo("set", "Buzzer", "on"))
            let last = try household.ask("set Louver up", Household.ReceiptSeen.self).id
            // Nothing is written when it ends.
            household.daemon?.finish()
            let aside = household.database + "-aside"
            for beside in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: household.database + beside)
            {
                try FileManager.default.moveItem(atPath: household.database + beside, toPath: aside + beside)
            }
            try household.folder.write("state/history.sqlite/in-the-way", "")
            try household.startDaemon()
            try household.waitForLog("history.sqlite")
            #expect(try household.reading("Buzzer").certainty == "unknown")
            let next = try household.ask("set Louver down", Household.ReceiptSeen.self)
            #expect(next.id > last && next.id < 1_000_000)

            try FileManager.default.removeItem(atPath: household.database)
            for beside in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: aside + beside) {
                try FileManager.default.moveItem(atPath: aside + beside, toPath: household.database + beside)
            }
            try household.eventually("memory again") { try household.memory().state == "working" }
            try household.eventually("what was known") { try household.reading("Buzzer").value == "on" }
            #expect(try household.reading("Buzzer").stale)
            // Later reports are newer.
            #expect(try household.reading("Louver").value == "down")
            #expect(try household.orders().map(\.id).first == next.id)
        }
    }

    @Test func lostDatabaseReusesNoNumber() throws {
        try Household.running { household in
            let last = try household.ask("set Buzzer on", Household.ReceiptSeen.self).id
            try household.stopDaemon()
            try FileManager.default.removeItem(atPath: household.database)
            try household.startDaemon()
            #expect(try household.ask("set Buzzer off", Household.ReceiptSeen.self).id == last + 1)
        }
    }

    @Test(.enabled(if: Household.canMount))
    func readOnlyStateFolderStopsNoOrder() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            // There are files from an earlier run.
            try household.startDaemon()
            expect(try household.domo("set", "Louver", "up"))
            try household.stopDaemon()

            let state = household.state
            try household.startDaemon(
                mounting: "mount --bind '\(state)' '\(state)' && mount -o remount,bind,ro '\(state)'"
            )
            try Self.expectNoMemory(household, saying: "check the file, its folder and their permissions")
            try household.stopDaemon()

            try household.startDaemon()
            #expect(try household.orders().map(\.action) == ["up"])
            #expect(try household.memory().state == "working")
        }
    }

    @Test(.enabled(if: Household.canMount))
    func emptyReadOnlyStateFolderStopsNoOrder() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            try household.startDaemon(mounting: "mount -t tmpfs -o ro tmpfs '\(household.state)'")
            try Self.expectNoMemory(household)
        }
    }

    @Test(.enabled(if: Household.canMount))
    func fullDiskStopsNoOrderAndIsUsedAgainOnceThereIsSpace() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator(["--quiet"])
            let room = "mount -t tmpfs -o size=1m tmpfs '\(household.state)'"
            try household.startDaemon(mounting: room)
            expect(try household.domo("set", "Buzzer", "on"))
            #expect(try household.memory().state == "working")
            expect(try household.besideTheDaemon("head -c 8m /dev/zero > '\(household.state)/filler'"), status: 1)

            // Until then, records may still fit into existing pages.
            var stored = 0
            try household.eventually("an order that is not stored") {
                let receipt = try household.ask("set Buzzer on", Household.ReceiptSeen.self)
                #expect(receipt.outcome == "accepted")
                stored += receipt.stored == nil ? 1 : 0
                return receipt.stored == false
            }
            try household.waitForLog("the disk is full")
            try Self.expectNoMemory(household, saying: "the disk is full")

            expect(try household.besideTheDaemon("rm '\(household.state)/filler'"))
            try household.eventually("memory again") { try household.memory().state == "working" }
            #expect(try household.ask("set Buzzer on", Household.ReceiptSeen.self).stored == nil)
            // Nothing reported as stored is missing.
            let copy = "\(household.folder.path)/copy.sqlite"
            expect(try household.domo("backup", copy))
            #expect(try Household.integrity(of: copy) == "ok")
            let count = try Household.query("SELECT count(*) FROM orders WHERE stage = 'accepted'", of: copy)
            #expect(try #require(Int(count)) >= stored + 2)
        }
    }

    @Test(arguments: ["This is no database at all.", String(repeating: "x", count: 100_000)])
    func invalidDatabaseIsSetAsideAndReplaced(content: String) throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write("state/history.sqlite", content)
            try household.startSimulator()
            try household.startDaemon()
            try Self.expectPutAside(household, content: Data(content.utf8))
        }
    }

    @Test func damagedDatabaseIsSetAsideAndReplaced() throws {
        try Household.running(home: Household.lamps(50)) { household in
            let orders = (0..<1000).map { "set Lamp\($0 % 50 + 1) \($0 / 50 % 2 == 0 ? "on" : "off") --deadline 5m\n" }
            expect(try household.run("domo", ["-"], input: orders.joined()))
            try household.stopDaemon()
            // Everything but its first page is overwritten.
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: household.database))
            let size = try file.seekToEnd()
            try file.seek(toOffset: 4096)
            try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size) - 4096))
            try file.close()
            let damaged = try Data(contentsOf: URL(fileURLWithPath: household.database))
            try household.startDaemon()
            try Self.expectPutAside(household, content: damaged, element: "Lamp1")
        }
    }

    private static func expectPutAside(_ household: Household, content: Data, element: String = "Buzzer") throws {
        #expect(try household.ask("set \(element) on", Household.ReceiptSeen.self).outcome == "accepted")
        try household.eventually("a new database") {
            let memory = try household.memory()
            return memory.state == "working" && !memory.warnings.isEmpty
        }
        #expect(try household.ask("set \(element) off", Household.ReceiptSeen.self).stored == nil)
        #expect(try household.orders().first?.action == "off")
        expect(try household.domo("status"), says: ["working", "warning:", "moved to"])
        try household.waitForLog("moved to")
        let files = try FileManager.default.contentsOfDirectory(atPath: household.state)
        let kept = try files.filter { $0.hasPrefix("history") }
            .map { try Data(contentsOf: URL(fileURLWithPath: "\(household.state)/\($0)")) }
        #expect(kept.contains(content), "\(files)")
        try household.stopDaemon()
        #expect(try Household.integrity(of: household.database) == "ok")
    }

    @Test(arguments: [(99, "newer version of domo"), (3, "before its first release")])
    func databaseOfAnotherVersionIsLeftAlone(version: Int, problem: String) throws {
        try Household.running { household in
            expect(try household.domo("set", "Buzzer", "on"))
            try household.stopDaemon()
            expect(try household.run("/usr/bin/sqlite3", [household.database, "PRAGMA user_version = \(version)"]))
            let before = try Data(contentsOf: URL(fileURLWithPath: household.database))
            try household.startDaemon()
            try Self.expectNoMemory(household, saying: problem)
            try household.stopDaemon()
            #expect(try Data(contentsOf: URL(fileURLWithPath: household.database)) == before)
        }
    }

    @Test func houseWithoutAHistoryWorks() throws {
        try Household.reporting(Household.Reading(more: ["history: off"])) { household in
            let receipt = try household.ask("set --wait confirmed Buzzer on", Household.ReceiptSeen.self)
            #expect(receipt.outcome == "confirmed")
            #expect(receipt.stored == nil)
            #expect(try household.orders().map(\.stage) == ["confirmed"])
            expect(try household.domo("status"), says: ["history  off"])
            expect(try household.domo("history", "Buzzer"), status: 69)
        }
    }
}
