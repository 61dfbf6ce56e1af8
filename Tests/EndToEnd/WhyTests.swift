import DomoTestKit
import FoundationEssentials
import Glibc
import Testing

/// `domo why` and `domo doctor`.
@Suite(.waits) struct WhyTests {
    private static let night = """
        name "Noche"
        when GradualLighting 90
        only if HomeSecurity on
        set Louver down
        """

    @Test func whyShowsOrderSceneAndLink() throws {
        try Household.reporting(scenes: ["noche": Self.night]) { household in
            try household.waitForReading("HomeSecurity", "off")
            expect(
                try household.domo("why", "Louver"),
                says: ["no order for it is known", "link", "reachable", "Noche"]
            )
            expect(try household.domo("set", "Louver", "up", "--wait", "confirmed"))
            expect(
                try household.domo("why", "Louver"),
                says: ["the last order, up by", "was confirmed by the house", "past values"]
            )
            expect(try household.domo("dim", "GradualLighting", "90", "--wait", "confirmed"))
            expect(
                try household.domo("why", "Louver"),
                says: ["scene Noche was to start at", "only if HomeSecurity on: HomeSecurity is off"]
            )
            // No scene orders it, but it starts one.
            let why = try household.domo("why", "GradualLighting")
            expect(why, says: ["scenes that it starts", "Noche"])
            #expect(!why.output.contains("scenes that order it"))
            try household.killSimulator()
            expect(try household.domo("set", "Louver", "down", "--deadline", Household.tried), status: 69)
            try household.waitUntilUnreachable()
            // It failed if it was not worth another try at the end, and expired if it waited for one.
            let stage = try #require(try household.orders("orders Louver").first?.stage)
            #expect(["failed", "expired"].contains(stage))
            expect(try household.domo("why", "Louver"), says: ["is unreachable", "ended as \(stage)"])
            // Stored orders survive a restart.
            try household.stopDaemon()
            try household.startReportingDaemon()
            expect(try household.domo("why", "Louver"), says: ["ended as \(stage)", "down", "up"])
            expect(try household.domo("why", "Nobody"), status: 68, says: ["Nobody"])
        }
    }

    @Test func doctorReportsProblemsWithAdvice() throws {
        try Household.running { household in
            let well = try household.domo("doctor")
            expect(
                well,
                says: ["domod", "up ", "link http", "backup", "no backup was made yet", "domo backup FILE"]
            )
            expect(try household.domo("backup", household.folder.path + "/copy.sqlite"))
            expect(try household.domo("doctor"), says: ["last made just now"])
            let json = try household.domo("doctor", "--json")
            #expect(json.output.contains(#""backup":"20"#) && json.output.contains(#""disk":{"folder":"#))

            try household.killSimulator()
            expect(try household.domo("set", "Louver", "down", "--deadline", Household.tried), status: 69)
            try household.waitUntilUnreachable()
            expect(
                try household.domo("doctor"),
                status: 69,
                says: ["error", "unreachable", "domo retries by itself", "1 problem found"]
            )
            household.daemon?.send(SIGTERM)
            #expect(try household.daemon?.waitForEnd() == 0)
            expect(try household.domo("doctor"), status: 69, says: ["error", "systemctl status domod"])
        }
    }

    @Test func bugReportHasNoSecrets() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            let configuration = try household.folder.write(
                "domod.yaml",
                """
                homes: \(household.home)
                state: \(household.state)
                socket: \(household.socket)
                server: {url: {secret: "http://127.0.0.1:9/api/T0KEN"}, user: me, password: S3CRET}
                """
            )
            try household.startedDaemon(["--config", configuration])
            expect(try household.domo("set", "Louver", "up", "--deadline", Household.tried), status: 69)
            try household.waitUntilUnreachable()
            let file = household.folder.path + "/report.txt"
            expect(try household.domo("doctor", "--bundle", file), status: 69, says: ["wrote"])
            let report = try String(contentsOfFile: file, encoding: .utf8)
            for part in ["== findings ==", "== machine ==", "== daemon ==", "== orders", "== scenes", "== log =="] {
                #expect(report.contains(part), "\(part)")
            }
            #expect(report.contains("Louver") && report.contains("127.0.0.1:9"))
            #expect(!report.contains("T0KEN") && !report.contains("S3CRET"))
            // Only its owner may read it.
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o077 == 0)
            expect(try household.domo("doctor", "--bundle", file), status: 64, says: ["already"])
        }
    }
}
