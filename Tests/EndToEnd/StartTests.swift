import DomoTestKit
import Foundation
import Testing

/// How domod starts, and what a start that fails leaves behind.
@Suite(.waits) struct StartTests {
    @Test func failedStartLeavesNoFolders() throws {
        try Household.with { household in
            let state = household.folder.path + "/new/state"
            let home = try household.folder.write("home.xml", "<Viviendas>")
            let start = try household.run("domod", ["--home", home, "--socket", household.socket, "--state", state])
            expect(start, status: 65, says: ["home.xml:1:"])
            #expect(!FileManager.default.fileExists(atPath: household.folder.path + "/new"))
        }
    }

    @Test func socketInAFolderThatDoesNotExistIsAnError() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            let socket = household.folder.path + "/nonexist/a.sock"
            let state = household.folder.path + "/new"
            let start = try household.run("domod", ["--home", household.home, "--socket", socket, "--state", state])
            expect(start, status: 78, says: ["can't listen on \(socket)", "nonexist does not exist", "--socket"])
            #expect(!FileManager.default.fileExists(atPath: household.folder.path + "/nonexist"))
            #expect(!FileManager.default.fileExists(atPath: state))
        }
    }

    @Test func demoNeedsNoHouse() throws {
        try Household.with { household in
            try household.startedDaemon(["--demo", "--socket", household.socket, "--state", household.state])
            expect(try household.domo("set", "Louver", "up", "--wait", "confirmed"), says: ["confirmed"])
            expect(try household.domo("status"), says: ["Vivienda eficiente", "15 elements"])
        }
    }

    @Test func dialectOfTheServerIsAnOption() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.lamps(1))
            let server = try RecordingServer()
            let url = "http://127.0.0.1:\(server.port)"
            let options = ["--home", household.home, "--socket", household.socket, "--state", household.state]
            let wrong = try household.run("domod", options + ["--server", url, "--dialect", "tasmotta"])
            expect(wrong, status: 64, says: ["unknown dialect \"tasmotta\"", "did you mean tasmota?"])
            try household.startedDaemon(options + ["--server", url, "--dialect", "openhab"])
            _ = try household.domo("set", "Lamp1", "on")
            #expect(server.requests.contains { $0.line.contains("/rest/items/Lamp1") }, "\(server.requests)")
        }
    }

    @Test func configurationIsCheckedWithoutAStart() throws {
        try Household.with { household in
            let home = try household.folder.write("home.xml", Household.modelHouse)
            let file = try household.folder.write("domod.yaml", "homes: \(home)\nserver: http://127.0.0.1:9/\n")
            expect(
                try household.run("domod", ["--check-config", "--config", file]),
                output: "the configuration is valid: 1 house, 3 sectors, 15 elements "
                    + "(13 binary, 1 regulable, 1 bidirectional, 1 value), 1 link, 0 scenes\n"
            )
            try household.folder.write("scenes/noche.domo", "set Lovuer up\nsett Louver up\n")
            let check = try household.run("domod", ["--check-config", "--config", file])
            expect(check, status: 65, says: ["noche.domo:1:5: error: ", "noche.domo:2:1: error: "])
            #expect(!FileManager.default.fileExists(atPath: household.state))
            try household.folder.write("domod.yaml", "homs: \(home)\n")
            let wrong = try household.run("domod", ["--check-config", "--config", file])
            expect(wrong, status: 78, says: ["domod.yaml:1:1: error: ", "homes"])
        }
    }
}
