import DomoTestKit
import Foundation
import Testing

/// `domod --demo`: a house with no other server.
@Suite(.waits) struct DemoTests {
    private static func running(_ body: (Household, ChildProcess) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try body(household, household.startedDaemon(household.usual + ["--demo"]))
        }
    }

    @Test func demonstrationWorksAndShowsSignals() throws {
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

    @Test func houseWithGroupAddressesIsOnTheSimulatedBus() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Self.houseOnBus)
            let daemon = try household.startedDaemon(household.usual + ["--demo"])
            expect(try household.domo("set", "Lamp", "on", "--wait", "confirmed"), says: ["Lamp on (confirmed"])
            try daemon.wait(for: "telegrams") { _, log in
                log.contains("simulated house: 1.1.241 → 1/0/1 write on (Lamp)")
                    && log.contains("simulated house: 1.1.1 → 1/4/1 write on (Lamp state)") ? () : nil
            }
            expect(try household.domo("status"), says: ["knx://127.0.0.1:"])
        }
    }

    /// One binding put the whole house on the bus, and all other elements were not connected.
    @Test func houseOverHTTPAndTheBusIsSimulatedOnBoth() throws {
        try Household.with { household in
            let heater = "<Dispositivo><Nombre>Heater</Nombre><Tipo>1</Tipo></Dispositivo>"
            let home = Self.houseOnBus.replacingOccurrences(of: "</Vivienda>", with: "\(heater)</Vivienda>")
            try household.folder.write("home.xml", home)
            try household.startedDaemon(household.usual + ["--demo"])
            for element in ["Lamp", "Heater"] {
                expect(
                    try household.domo("set", element, "on", "--wait", "confirmed"),
                    says: ["\(element) on (confirmed"]
                )
            }
            expect(try household.domo("status"), says: ["knx://127.0.0.1:", "http://127.0.0.1:"])
            let listed = try household.domo("ls")
            #expect(!listed.output.contains("not connected"), "\(listed)")
            expect(try household.domo("explain", "set", "Lamp", "off"), says: ["1/0/1"])
            expect(try household.domo("explain", "set", "Heater", "off"), says: ["POST"])
        }
    }

    /// A thermostat that is ordered by its shift, and a blind with slats.
    @Test func flatHasDevicesWithParts() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.sample("samples/piso-knx.xml"))
            try household.folder.write("plans/piso.svg", Household.sample("samples/plans/piso.svg"))
            try household.folder.write("plans/salon.svg", Household.sample("samples/plans/salon.svg"))
            try household.startedDaemon(household.usual + ["--demo"])
            try household.eventually("the set-point") {
                try household.domo("ls", "Salon").output.contains("°C → 21 °C, auto")
            }
            expect(
                try household.domo("set", "Salon/Clima", "22.5", "--wait", "confirmed"),
                says: ["Clima 22.5 (confirmed"]
            )
            expect(
                try household.domo("set", "Salon/Clima/Modo", "noche", "--wait", "confirmed"),
                says: ["Modo \"economy\" (confirmed"]
            )
            expect(try household.domo("set", "Salon/Persiana", "down"), says: ["accepted"])
            expect(try household.domo("ls", "-l", "Salon/Persiana"), says: ["0 % (stale)"])
            expect(
                try household.domo("dim", "Salon/Persiana/Lamas", "40", "--wait", "confirmed", "--deadline", "60s"),
                says: ["Lamas 40 % (confirmed"]
            )
            expect(try household.domo("set", "Salon/Clima", "22.3"), status: 65, says: ["in steps of 0.5"])
        }
    }

    /// Over HTTP: thermostats of one name are told apart, rooms get warm, and slats turn with their blind.
    @Test func flatOverHTTPHasDevicesWithParts() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.sample("samples/piso.xml"))
            try household.folder.write("plans/piso.svg", Household.sample("samples/plans/piso.svg"))
            try household.folder.write("plans/salon.svg", Household.sample("samples/plans/salon.svg"))
            let daemon = try household.startedDaemon(household.usual + ["--demo"])
            try household.eventually("the set-point") {
                try household.domo("ls", "Salon").output.contains("°C → 21 °C, auto")
            }
            expect(
                try household.domo("set", "Salon/Clima", "22.5", "--wait", "confirmed"),
                says: ["Clima 22.5 (confirmed"]
            )
            expect(
                try household.domo("set", "Salon/Clima/Modo", "noche", "--wait", "confirmed"),
                says: ["Modo \"economy\" (confirmed"]
            )
            expect(
                try household.domo("set", "Salon/Persiana/Lamas", "40", "--wait", "confirmed"),
                says: ["Lamas 40 % (confirmed"]
            )
            let bedroom = try household.domo("ls", "Dormitorio").output
            #expect(bedroom.contains("21 °C, auto"), "\(bedroom)")
            try daemon.wait(for: "signals") { _, log in
                log.contains("POST operation=setValue name=Piso/Salon/Clima/Modo value=economy → 204")
                    && log.contains("POST operation=setValue name=Persiana/Lamas value=40 → 204") ? () : nil
            }
        }
    }

    private static let houseOnBus = """
        <Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>Casa</Nombre>
        <Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo><k:Binario orden="1/0/1" estado="1/4/1"/></Dispositivo>
        </Vivienda></Viviendas>
        """

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

    /// A user who tries domo may have a real house: the demonstration must not control it.
    @Test func demonstrationUsesOnlyItsSimulatedHouse() throws {
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
                    "the house received: POST operation=enable name=Louver → 204",
                ]
            )
            #expect(real.requests.isEmpty)
        }
    }

    @Test func simulatedHouseFollowsTheModel() throws {
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

    // MARK: The simulated house is a program of its own

    /// The process ids of the programs that a daemon started.
    private static func children(of daemon: ChildProcess) throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { pid in
            // It may have ended meanwhile.
            guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
            // State and parent follow the name, which may contain anything.
            let words = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
            return words.count > 2 && pid_t(words[2]) == daemon.pid
        }
    }

    /// The address of the simulated house.
    private static func port(_ household: Household) throws -> Int {
        let status = try household.domo("--json", "status").output
        let url = try #require(status.split(separator: "\"").first { $0.hasSuffix("/web/services/unsecureWebUI") })
        return try #require(URL(string: String(url))?.port)
    }

    private static func waitUntilNobodyListens(_ household: Household, on port: Int) throws {
        try household.eventually("port \(port) not served") { (try? Connection(port: port)) == nil }
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func simulatedHouseEndsWithTheDaemon(signal: Int32) throws {
        try Self.running { household, daemon in
            let port = try Self.port(household)
            #expect(try Self.children(of: daemon).count == 1)
            daemon.send(signal)
            #expect(try daemon.waitForEnd() == (signal == SIGTERM ? 0 : 128 + signal))
            try Self.waitUntilNobodyListens(household, on: port)
        }
    }

    @Test func simulatedHouseIsRestarted() throws {
        try Self.running { household, daemon in
            expect(try household.domo("set", "Buzzer", "on"))
            let port = try Self.port(household)
            for time in 1...2 {
                let child = try #require(try Self.children(of: daemon).first)
                kill(child, SIGKILL)
                try household.waitForLog("the simulated house was killed by signal 9", times: time)
                try household.waitForLog("the simulated house is running again", times: time)
            }
            try household.eventually("an accepted order") { try household.domo("set", "Buzzer", "off").status == 0 }
            #expect(try Self.port(household) == port)
        }
    }

    @Test func simulatedHouseHasTheHousesOfAFolderThatHaveNoServer() throws {
        try Household.with { household in
            let lamp = "<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>"
            for name in ["Uno", "Dos", "Tres"] {
                try household.folder.write("houses/\(name).xml", Household.oneHouse(lamp, name: name))
            }
            let server = try RecordingServer()
            let file = try household.folder.write(
                "domod.yaml",
                "houses: {Dos: {server: \"http://127.0.0.1:\(server.port)/\"}}\n"
            )
            try household.startedDaemon(
                [
                    "--config", file, "--demo", "--home", household.folder.path + "/houses",
                    "--socket", household.socket, "--state", household.state,
                ]
            )
            for name in ["Uno", "Dos", "Tres"] { expect(try household.domo("set", "\(name)/Lamp", "on")) }
            #expect(server.requests.count == 1)
            let state = try household.run(
                "/usr/bin/curl",
                ["-sS", "http://127.0.0.1:\(Self.port(household))/state"]
            )
            #expect(state.output.contains("Uno/Lamp") && state.output.contains("Tres/Lamp"), "\(state)")
            #expect(!state.output.contains("Dos/Lamp"), "\(state)")
        }
    }

    @Test func simulatedHouseHasAHouseFromAURL() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.lamps(2))
            try household.startSimulator()
            let url = "http://127.0.0.1:\(household.port)/house.xml"
            let options = ["--demo", "--home", url, "--socket", household.socket, "--state", household.state]
            let daemon = try household.startedDaemon(options)
            expect(try household.domo("set", "Lamp2", "on", "--wait", "confirmed"))
            #expect(daemon.errorOutput.contains("simulated house: POST operation=enable name=Lamp2"))
            #expect(try household.signals() == [])

            // The last good copy is used.
            daemon.send(SIGTERM)
            #expect(try daemon.waitForEnd() == 0)
            try household.killSimulator()
            try household.startedDaemon(options)
            expect(try household.domo("set", "Lamp2", "on"), says: ["accepted"])
        }
    }

    @Test func missingProgramIsReportedWithAHint() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            let alone = household.folder.path + "/domod"
            // In another program: a child of this process might inherit a file that is open for writing.
            expect(try household.run("/bin/cp", [Programs.folder + "/domod", alone]))
            expect(
                try household.run(alone, household.usual + ["--demo"]),
                status: 66,
                says: ["domo-sim is neither in \(household.folder.path)", "PATH", "install domo-sim", "--server"]
            )
            let elsewhere = ["PATH": "/usr/bin:\(Programs.folder)"]
            let daemon = try household.start(alone, household.usual + ["--demo"], environment: elsewhere)
            try household.adopt(daemon)
            expect(try household.domo("set", "Buzzer", "on"), says: ["accepted"])
        }
    }
}
