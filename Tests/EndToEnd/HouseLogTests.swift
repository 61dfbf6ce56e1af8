import DomoTestKit
import Foundation
import Testing

/// What happened in the house: `domo log`, `history --from` and the API.
@Suite(.waits) struct HouseLogTests {
    struct Log: Decodable {
        struct Entry: Decodable {
            var kind: String
            var element: String?
            var value: String?
            var scene: String?
            var reason: String?
            var values: [String]?
            var outcome: String?
            var link: String?
            var by: String?
            var byKind: String?
            var message: String?
        }
        var entries: [Entry]
        var next: String?
    }

    struct Records: Decodable {
        struct Record: Decodable {
            struct Reading: Decodable { var value: String }
            struct Order: Decodable { var stage: String }
            struct Event: Decodable { var kind: String }
            var element: String?
            var reading: Reading?
            var order: Order?
            var event: Event?
        }
        struct Hole: Decodable {
            var element: String?
            var records: Int
        }
        var database: String
        var records: [Record]
        var holes: [Hole]
        var next: String
        var more: Bool
    }

    static func entries(_ household: Household, _ options: String...) throws -> [Log.Entry] {
        let output = try household.run("domo", ["--json", "log"] + options).output
        return try JSONDecoder().decode(Log.self, from: Data(output.utf8)).entries
    }

    static func records(_ household: Household, from cursor: String) throws -> Records {
        let output = try household.run("domo", ["--json", "history", "--from", cursor]).output
        let pages = try output.split(separator: "\n").map {
            try JSONDecoder().decode(Records.self, from: Data($0.utf8))
        }
        var all = try #require(pages.last)
        all.records = pages.flatMap(\.records)
        return all
    }

    /// A wall switch, an order, a scene that ran and one that did not, and a link that was lost: all are there after a
    /// restart.
    @Test func whatHappenedIsThereAfterARestart() throws {
        // Not now, whatever the time is.
        let later = Calendar.current.component(.hour, from: Date(timeIntervalSinceNow: 3 * 3600))
        let hour = String(format: "%02d", later)
        let scenes = [
            "Timbre": "set Buzzer on\n",
            "Nunca": "when FloodingSecurity on\nonly if between \(hour):00 and \(hour):30\nlog x\n",
        ]
        try Household.reporting(scenes: scenes) { household in
            try household.waitForReading("FloodingSecurity", "off")
            let start = try Self.records(household, from: "now").next
            try household.atTheWall("FloodingSecurity", "on")
            try household.waitForReading("FloodingSecurity", "on")
            expect(try household.domo("scene", "Timbre"))
            let port = household.port
            try household.killSimulator()
            #expect(try household.domo("set", "Buzzer", "off", "--deadline", "200ms").status != 0)
            try household.waitUntilUnreachable()
            try household.startSimulator(port: port)
            try household.waitUntilReachable()

            func check() throws {
                let all = try Self.entries(household)
                let flood = try #require(
                    all.first { $0.element?.hasSuffix("/FloodingSecurity") == true && $0.value == "on" }
                )
                #expect(flood.kind == "change" && flood.byKind == "house")
                let skipped = try #require(all.first { $0.kind == "not-run" })
                #expect(skipped.scene == "Nunca" && skipped.reason == "between" && skipped.byKind == "trigger")
                let scene = try #require(all.first { $0.kind == "scene" })
                #expect(scene.scene == "Timbre" && scene.outcome == "done" && scene.byKind == "user")
                #expect(all.contains { $0.kind == "ordered" && $0.value == "on" && $0.byKind == "scene" })
                #expect(all.contains { $0.kind == "failed-order" && $0.element?.hasSuffix("/Buzzer") == true })
                let links = try Self.entries(household, "--kind", "link-lost,link-back").reversed().map(\.kind)
                #expect(links == ["link-lost", "link-back"])
                #expect(
                    try Self.entries(household, "FloodingSecurity", "--kind", "change").allSatisfy {
                        $0.element == flood.element
                    }
                )
                expect(
                    try household.domo("log", "--since", "1h"),
                    says: [
                        "not run: only between \(hour):00 and \(hour):30", "reported by the house", "by scene Timbre",
                        "unreachable", "started",
                    ]
                )
                let records = try Self.records(household, from: start).records
                #expect(
                    records.contains { $0.element?.hasSuffix("/FloodingSecurity") == true && $0.reading?.value == "on" }
                )
                #expect(records.contains { $0.order?.stage == "failed" || $0.order?.stage == "expired" })
                #expect(records.contains { $0.event?.kind == "not-run" })
            }
            try check()
            try household.stopDaemon()
            try household.startReportingDaemon()
            try check()
            #expect(try Self.entries(household, "--kind", "started").count == 2)

            // Over HTTP, with a token for a room.
            let web = try WebServer(household)
            let phone = try web.token("phone", "--role", "read")
            let page = try web.ask("/api/v1/log?kind=not-run,scene&last=1", token: phone)
            #expect(page.status == 200 && page.body.contains(#""next":""#), "\(page)")
            #expect(page.body.contains(#""scene":"Timbre""#))
            let records = try web.ask("/api/v1/history?from=\(start)", token: phone)
            #expect(records.status == 200 && records.body.contains("not-run"), "\(records)")
            #expect(try web.ask("/api/v1/history?from=x", token: phone).status == 400)
            #expect(try web.ask("/api/v1/log?kind=door", token: phone).status == 400)
            let room = try #require(try Self.room(household, "Buzzer"))
            let place = try web.token("part", "--role", "read", "--place", room)
            let part = try web.ask("/api/v1/log", token: place).body
            #expect(part.contains("Buzzer") && !part.contains("FloodingSecurity"), "\(part)")
            #expect(!part.contains("link-lost") && !part.contains("http://"), "\(part)")
        }
    }

    /// The path of the element alone: a place that holds nothing else.
    private static func room(_ household: Household, _ element: String) throws -> String? {
        try household.elements().map(\.path).first { $0.hasSuffix("/" + element) }
    }

    /// A database that was restored has another ID.
    @Test func cursorOfTheDatabaseBeforeARestoreIsRefused() throws {
        try Household.running { household in
            expect(try household.domo("set", "Buzzer", "on"))
            let cursor = try Self.records(household, from: "start").next
            let copy = household.folder.path + "/copy.sqlite"
            expect(try household.domo("backup", copy))
            expect(try household.domo("history", "--from", cursor), says: ["next: "])
            expect(try household.domo("restore", copy, "--yes"))
            expect(
                try household.domo("history", "--from", cursor),
                status: 65,
                says: ["another database", "--from start"]
            )
            #expect(try Self.records(household, from: "start").records.count > 0)
        }
    }

    /// The messages of domod are where they were.
    @Test func journalIsShownOnRequest() throws {
        try Household.with { household in
            for (arguments, message) in [
                (["log", "--journal", "Salon"], "unexpected argument \"Salon\""),
                (["log", "-n", "5", "--kind", "scene"], "-n can't be used with --kind"),
            ] {
                let usage = "usage: domo log [--journal]"
                expect(try household.run("domo", arguments), status: 64, says: [message, usage])
            }
        }
    }
}
