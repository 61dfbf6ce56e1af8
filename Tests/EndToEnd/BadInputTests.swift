import DomoTestKit
import Testing

@Suite(.waits, .shares) struct BadInputTests {
    @Test(
        arguments: [
            (["set", "Louvre", "up"], 68, ["Louvre", "did you mean", "Louver"]),
            (["show", "Nothing at all"], 68, ["Nothing at all"]),
            (["ls", "Salom"], 68, ["did you mean", "Salon"]),
            (["scene", "noche"], 68, ["noche"]),
            (["set", "Louver", "on"], 65, ["Louver", "up, down, stop"]),
            (["set", "Buzzer", "40"], 65, ["Buzzer", "on", "off"]),
            (["dim", "GradualLighting", "101"], 65, ["101", "from 0 to 100"]),
            (["dim", "GradualLighting", "much"], 65, ["much", "from 0 to 100"]),
            (["dim", "Buzzer", "10"], 65, ["Buzzer"]),
            (["dim", "GradualLighting", "up"], 65, ["has no order for dim+", "level"]),
            (["set", "GradualLighting", "hold"], 65, ["has no order for hold", "level"]),
            (["explain", "set", "GradualLighting", "dim-"], 65, ["has no order for dim-", "level"]),
            (["toggle", "Louver"], 65, ["Louver"]),
            (["sett", "Louver", "up"], 64, ["sett", "did you mean \"set\""]),
            (["set", "Louver"], 64, ["usage: domo set"]),
            (["set", "Louver", "up", "down"], 64, ["unexpected argument \"down\""]),
            (["set", "Louver", "up", "--fast"], 64, ["--fast"]),
            (["set", "Louver", "up", "--deadline", "soon"], 64, ["soon", "100ms–10m"]),
            (["set", "Louver", "up", "--deadline", "1h"], 64, ["1h", "100ms–10m"]),
            (["set", "HomeMessaging", "tab\there"], 65, ["control character"]),
            (["set", "HomeMessaging", "a\nb"], 64, ["line break"]),
            (["set", "HomeMessaging", String(repeating: "x", count: 1025)], 65, ["1025", "1024"]),
            (["set", "", "on"], 68, []),
            (["completion", "tcsh"], 64, ["tcsh"]),
        ] as [([String], Int32, [String])]
    )
    func mistakeIsReportedWithAHint(arguments: [String], status: Int32, words: [String]) throws {
        try Household.shared { household in
            let finished = try household.run("domo", arguments)
            expect(finished, status: status, output: "", says: words)
            #expect(finished.errors.hasPrefix("domo: "), "\(finished)")
            #expect(try household.signals() == [])
        }
    }

    @Test func ambiguousNameListsItsMatches() throws {
        let rooms = ["Salon", "Cocina"].map { room in
            "<Sector><Nombre>\(room)</Nombre><Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo></Dispositivo></Sector>"
        }
        try Household.running(home: Household.oneHouse(rooms.joined())) { household in
            expect(try household.domo("set", "Luz", "on"), status: 68, says: ["Casa/Salon/Luz", "Casa/Cocina/Luz"])
            #expect(try household.signals() == [])
            expect(try household.domo("set", "Cocina/Luz", "on"))
        }
    }

    @Test func withoutDaemonItSaysHowToStartOne() throws {
        try Household.with { household in
            let finished = try household.domo("ls")
            expect(finished, status: 69, output: "", says: [household.socket, "domod --demo", "systemctl start domod"])
            expect(try household.run("domo", ["--json", "ls"]), status: 69, says: ["\"code\":\"unreachable\""])
        }
    }

    @Test func houseWithoutServerRefusesOrders() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startDaemon()
            expect(try household.domo("set", "Buzzer", "on"), status: 78, says: ["Vivienda eficiente", "--server"])
            expect(try household.domo("ls", "Salon"), says: ["Louver"])
            expect(try household.domo("status"), says: ["no server"])
        }
    }

    @Test(
        arguments: [
            (["--json", "show", "Louvre"], "unknown-element"), (["show", "Louvre", "--json"], "unknown-element"),
            (["set", "Louver", "on", "--json"], "refused-value"), (["--json", "sett"], "bad-request"),
            (["set", "Louver", "--json"], "bad-request"), (["--json", "status", "--bogus"], "bad-request"),
        ] as [([String], String)]
    )
    func programsGetTheFaultAsJSON(arguments: [String], code: String) throws {
        try Household.shared { household in
            let finished = try household.run("domo", arguments)
            #expect(finished.status != 0)
            #expect(finished.errors == "", "\(finished)")
            #expect(finished.output.contains("\"code\":\"\(code)\""), "\(finished)")
            #expect(finished.output.hasSuffix("\n") && finished.output.split(separator: "\n").count == 1)
        }
    }

    @Test(.letsTimePass) func deadlineIsKept() throws {
        try Household.running(simulator: ["--latency", "60s"]) { household in
            // After the deadline the order would be accepted.
            expect(
                try household.domo("set", "Louver", "up", "--deadline", Household.tried),
                status: 75,
                says: ["may have been carried out"]
            )
        }
    }
}
