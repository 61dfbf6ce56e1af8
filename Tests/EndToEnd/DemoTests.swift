import Testing

/// `domod --demo`: a house with no other server.
@Suite(.waits) struct DemoTests {
    private static func running(_ body: (Household, ChildProcess) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try body(household, household.startedDaemon(household.usual + ["--demo"]))
        }
    }

    @Test func cardWorksAndTheSignalsAreShown() throws {
        try Self.running { household, daemon in
            expect(try household.domo("ls", "Salon"), says: ["Louver", "GradualLighting"])
            expect(try household.domo("set", "Louver", "up"), says: ["accepted"])
            expect(try household.domo("dim", "GradualLighting", "40"), says: ["accepted"])
            try daemon.wait(for: "signals") { _, log in
                log.contains("POST operation=enable name=Louver → 204")
                    && log.contains("POST operation=setValue name=GradualLighting value=40 → 204") ? () : nil
            }
            expect(try household.domo("status"), says: ["http://127.0.0.1:", "reachable"])
        }
    }

    @Test func simulatedHouseServesItsFile() throws {
        try Self.running { household, _ in
            let status = try household.domo("--json", "status").output
            let server = try #require(
                status.split(separator: "\"").first { $0.hasSuffix("/web/services/unsecureWebUI") }
            )
            let url = server.split(separator: "/web/")[0] + "/house.xml"
            #expect(try household.run("/usr/bin/curl", ["-sS", String(url)]).output == Household.modelHouse)
        }
    }

    /// Whoever tries domo may have a real house: the demonstration must not move it.
    @Test func demonstrationKeepsToItsSimulatedHouse() throws {
        try Household.with { household in
            let real = try RecordingServer()
            let url = "http://127.0.0.1:\(real.port)"
            let configuration = try household.folder.write("domod.yaml", "server: \(url)\n")
            let demonstration = try household.run(
                "/bin/sh",
                [Household.source("Sources/scripts/demo.sh"), Programs.folder],
                environment: [
                    "DOMO_SERVER": url, "DOMO_CONFIG": configuration, "DOMO_HOME": "/nowhere",
                    "DOMO_LOG_LEVEL": "error",
                    "TMPDIR": household.folder.path,
                ]
            )
            expect(
                demonstration,
                says: [
                    "$ domo set Louver up --wait confirmed\nLouver up (confirmed",
                    "the house got: POST operation=enable name=Louver → 204",
                ]
            )
            #expect(real.requests.isEmpty)
        }
    }

    @Test func simulatedHouseIsBuiltOnWithTheModel() throws {
        try Self.running { household, _ in
            expect(try household.domo("set", "Buzzer", "on"))
            let lamp = "<Dispositivo><Nombre>NewLamp</Nombre><Tipo>1</Tipo></Dispositivo><Sector>"
            let built = Household.modelHouse.replacing("<Sector>", with: lamp, maxReplacements: 1)
            try household.folder.write("home.xml", built)
            expect(try household.domo("reload"), says: ["16 elements"])
            expect(try household.domo("set", "NewLamp", "on"), says: ["accepted"])
            expect(try household.domo("set", "Buzzer", "off"), says: ["accepted"])
        }
    }
}
