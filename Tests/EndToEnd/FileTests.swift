import DomoTestKit
import Foundation
import Testing

/// Scene files, recordings and backups, as the people who use them meet them.
@Suite(.waits) struct FileTests {
    // MARK: Checks

    @Test func syntaxAndNamesAreReportedTogether() throws {
        try Household.with { household in
            let home = try household.folder.write("home.xml", Household.modelHouse)
            let scene = try household.folder.write("scenes/a.domo", "set Louvre up\nsett Louver up\n")
            expect(
                try household.domo("check", home),
                status: 65,
                says: ["\(scene):1:5: error: ", "\(scene):2:1: error: "]
            )
        }
    }

    @Test func mistakesOfAHouseAndItsScenesAreReportedTogether() throws {
        try Household.with { household in
            let wrong = Household.modelHouse.replacing(
                "<Nombre>Buzzer</Nombre>",
                with: "<Nombre>Louver/</Nombre><Typo/>"
            )
            let home = try household.folder.write("home.xml", wrong)
            let scene = try household.folder.write("scenes/a.domo", "set Louver up\nsett Louver up\n")
            expect(
                try household.domo("check", home),
                status: 65,
                says: ["\(home):23:7: error: <Nombre> contains a /", "unknown element <Typo>", "\(scene):2:1: error: "]
            )
        }
    }

    private struct Checked: Decodable {
        struct Entry: Decodable {
            var file: String
            var line: Int?
            var severity: String
            var message: String
        }
        var diagnostics: [Entry]
    }

    @Test func checkPrintsJSON() throws {
        try Household.with { household in
            let home = try household.folder.write("home.xml", Household.withoutPlans(Household.modelHouse))
            for arguments in [["--json", "check", home], ["check", "--json", home]] {
                // The model house has no classes.
                let check = try household.run("domo", arguments)
                let found = try JSONDecoder().decode(Checked.self, from: Data(check.output.utf8)).diagnostics
                #expect(check.status == 0 && found.map(\.severity) == ["hint"] && found.map(\.file) == [home])
            }
            let scene = try household.folder.write("scenes/a.domo", "sett Louver up\n")
            let check = try household.domo("check", "--json", home)
            #expect(check.status == 65 && check.errors == "")
            let found = try JSONDecoder().decode(Checked.self, from: Data(check.output.utf8)).diagnostics.filter {
                $0.severity != "hint"
            }
            #expect(found.map(\.file) == [scene] && found.map(\.line) == [1] && found.map(\.severity) == ["error"])
        }
    }

    @Test func nameOfALoadedSceneIsTaken() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write("scenes/noche.domo", "name \"Buenas noches\"\nset Louver up\n")
            let other = try household.folder.write("mine/other.domo", "name \"buenas Noches\"\nset Louver up\n")
            expect(try household.domo("check", other), says: ["warning: "])
            try household.startedDaemon(household.usual + ["--demo"])
            expect(try household.domo("check", household.home))
            expect(
                try household.domo("check", other),
                status: 65,
                says: ["\(other):1:1: error: the scene \"buenas Noches\" already exists", "scenes/noche.domo"]
            )
            let json = try household.domo("--json", "check", other)
            #expect(json.status == 65)
            #expect(
                try JSONDecoder().decode(Checked.self, from: Data(json.output.utf8)).diagnostics.map(\.severity) == [
                    "warning", "error",
                ]
            )
        }
    }

    // MARK: Scenes

    @Test func sceneThatWasLeftOutSaysSo() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write("scenes/noche.domo", "name \"Buenas noches\"\nsett Louver up\n")
            try household.startedDaemon(household.usual + ["--demo"])
            expect(
                try household.domo("scene", "buenas noches"),
                status: 65,
                says: ["the scene 'Buenas noches' is not loaded: ", "noche.domo:2:1: error: ", "domo reload"]
            )
            expect(try household.domo("scenes"), says: ["not loaded: Buenas noches: ", "noche.domo:2:1: error: "])
            try household.folder.write("scenes/noche.domo", "name \"Buenas noches\"\nset Louver up\n")
            expect(try household.domo("reload"))
            expect(try household.domo("scene", "buenas noches"))
        }
    }

    @Test func stopWithoutANameListsWhatRuns() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write("scenes/larga.domo", "wait 1h\n")
            try household.startedDaemon(household.usual + ["--demo"])
            expect(try household.domo("scene", "stop"), output: "no scene is running\n")
            let run = try household.start("domo", ["scene", "larga"])
            try run.wait(for: "the run") { output, _ in output.contains("larga") ? () : nil }
            expect(try household.domo("scene", "stop"), says: ["larga", "wait 1h", "domo scene stop NAME"])
            expect(try household.domo("scene", "stop", "larga"))
            #expect(try run.waitForEnd() == 75)
        }
    }

    // MARK: Recordings

    @Test func recordingIsLoadedAtOnceAndShownByStatus() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startedDaemon(household.usual + ["--demo"])
            expect(try household.domo("record", "Mi tarde"))
            expect(try household.domo("set", "Buzzer", "on"))
            expect(try household.domo("status"), says: ["recording  Mi tarde: 1 order so far"])
            expect(try household.domo("record", "stop"), says: ["scenes/Mi tarde.domo, loaded"])
            expect(try household.domo("scene", "Mi tarde"), says: ["set Buzzer on"])
            #expect(try !household.domo("status").output.contains("recording"))
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func recordingThatARestartLostIsReported(signal: Int32) throws {
        try Household.running { household in
            expect(try household.domo("record", "Mi tarde"))
            household.daemon?.send(signal)
            _ = try household.daemon?.waitForEnd()
            try household.startDaemon()
            expect(try household.domo("status"), says: ["the recording of 'Mi tarde' was lost"])
            expect(try household.domo("record", "stop"), status: 64, says: ["'Mi tarde' was lost", "record it again"])
            #expect(try !household.domo("status").output.contains("lost"))
            // It was reported: the next daemon does not report it again.
            try household.stopDaemon()
            try household.startDaemon()
            expect(try household.domo("record", "stop"), status: 64, says: ["nothing is being recorded"])
        }
    }

    // MARK: Backups

    @Test func backupHoldsHousesScenesAndConfiguration() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write("scenes/noche.domo", "set Louver up\n")
            try household.folder.write("home.holidays", "12-25 Navidad\n")
            let dialect = "actions: {on: {url: \"{url}/{name}/on\"}}\n"
            try household.folder.write("mine.yaml", dialect)
            let file = try household.folder.write(
                "domod.yaml",
                "homes: home.xml\ndialects: {mine: {file: mine.yaml}}\ndemo: yes\n"
            )
            try household.startedDaemon(["--config", file, "--socket", household.socket, "--state", household.state])
            expect(try household.domo("set", "Buzzer", "on"))
            let archive = household.folder.path + "/domo.tar"
            expect(try household.domo("backup", archive), says: ["domo.tar: the database", "files"])
            let folder = household.folder.path + "/unpacked"
            expect(try household.run("/bin/mkdir", [folder]))
            expect(try household.run("/bin/tar", ["-C", folder, "-xf", archive]))
            #expect(try Household.integrity(of: folder + "/history.sqlite") == "ok")
            for name in ["home.xml", "scenes/noche.domo", "home.holidays", "mine.yaml", "domod.yaml"] {
                let original = household.folder.path + "/" + name
                #expect(
                    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/configuration/\(name)"))
                        == Data(contentsOf: URL(fileURLWithPath: original)),
                    "\(name)"
                )
            }
            // A confirmation that came after the restored database would be stored in it.
            expect(try household.domo("set", "Buzzer", "off", "--wait", "confirmed"))
            expect(try household.domo("restore", archive, "--history", "--yes"), says: ["restored readings and orders"])
            #expect(try household.orders().map(\.action) == ["on"])
        }
    }

    // MARK: Status

    @Test func statusChecksLinksForScripts() throws {
        try Household.running { household in
            expect(try household.domo("set", "Buzzer", "on"))
            expect(try household.domo("status", "--check", "--quiet"), output: "")
            try household.killSimulator()
            expect(try household.domo("set", "Buzzer", "off", "--deadline", Household.tried), status: 69)
            try household.waitUntilUnreachable()
            expect(try household.domo("status", "--check", "--quiet"), status: 69, output: "")
            expect(try household.domo("status", "--check"), status: 69, says: ["unreachable"])
            expect(try household.domo("status", "-q"), output: "")
            try household.stopDaemon()
            expect(try household.domo("status", "--check", "--quiet"), status: 69, output: "")
        }
    }
}
