import DomoTestKit
import Foundation
import Testing

/// A full disk at the start, and when saving. (While the daemon runs: `MemoryFaultTests`.)
@Suite(.waits, .enabled(if: Household.canMount)) struct DiskFullTests {
    /// Mounts a small file system as the state folder, and fills it.
    private static func full(_ state: String, keeping: String? = nil) -> String {
        let copy = keeping.map { "cp -a '\($0)/.' '\(state)/' && " } ?? ""
        return "mount -t tmpfs -o size=4m tmpfs '\(state)' && \(copy){ "
            + "head -c 8m /dev/zero > '\(state)/filler' 2>/dev/null; true; }"
    }

    @Test func startOnAFullDiskServesTheHouse() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            try household.startDaemon(mounting: Self.full(household.state))
            let receipt = try household.ask("set Buzzer on", Household.ReceiptSeen.self)
            #expect(receipt.outcome == "accepted")
            #expect(receipt.stored == false)
            #expect(try household.memory().state == "failing")
            expect(try household.domo("status"), says: ["failing", "the disk is full"])
            #expect(try household.signals() == ["enable Buzzer → 204"])
        }
    }

    @Test func storedReadingsReturnOnceThereIsSpace() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            try household.startDaemon()
            let last = try household.ask("set Louver up", Household.ReceiptSeen.self).id
            try household.stopDaemon()
            let earlier = household.folder.path + "/earlier"
            expect(try household.run("/bin/cp", ["-a", household.state, earlier]))
            try household.startDaemon(mounting: Self.full(household.state, keeping: earlier))
            let next = try household.ask("set Buzzer on", Household.ReceiptSeen.self)
            // No number is used twice, although the next one can't be stored.
            #expect(next.id > last)
            #expect(next.outcome == "accepted")
            expect(try household.domo("status"), says: ["failing"])

            expect(try household.besideTheDaemon("rm '\(household.state)/filler'"))
            try household.eventually("memory again") { try household.memory().state == "working" }
            try household.eventually("what was known") { try household.reading("Louver").value == "up" }
            #expect(try household.reading("Louver").stale)
            // Changes of the house in between are stored too.
            try household.eventually("both orders") { try household.orders().map(\.id) == [next.id, last] }
        }
    }

    /// A scene and a token that can't be saved are refused, and the existing ones are unchanged.
    @Test func failedSaveIsRefusedAndKeepsTheOldVersion() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write("scenes/tarde.domo", "set Buzzer on\n")
            try household.startSimulator()
            let scenes = household.folder.path + "/scenes"
            let small =
                "mount -t tmpfs -o size=1m tmpfs '\(scenes)' && printf 'set Buzzer on\\n' > '\(scenes)/tarde.domo'"
            try household.startDaemon(mounting: "\(Self.full(household.state)) && \(small)")
            expect(try household.besideTheDaemon("head -c 2m /dev/zero > '\(scenes)/filler'"), status: 1)

            struct Shown: Decodable { var tag: String }
            let tag = try household.ask("script show tarde", Shown.self).tag
            let lines = (0..<500).map { _ in "set Buzzer off" }
            for words in [["--tag", tag, "tarde"], ["noche"]] {
                let saved = try household.run("domo", ["script", "save"] + words + lines)
                expect(saved, status: 78, says: ["No space left on device"])
            }
            let kept = try household.besideTheDaemon("cd '\(scenes)' && ls && cat tarde.domo")
            #expect(kept.output == "filler\ntarde.domo\nset Buzzer on\n")
            expect(try household.domo("reload"))
            expect(try household.domo("scene", "tarde"))
            #expect(try household.signals() == ["enable Buzzer → 204"])

            let token = try household.domo("token", "new", "phone")
            expect(token, status: 78, says: ["No space left on device"])
            #expect(try !household.domo("token", "list").output.contains("phone"))
        }
    }
}
