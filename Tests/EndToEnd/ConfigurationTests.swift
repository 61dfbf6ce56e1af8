import DomoTestKit
import Foundation
import Testing

@Suite(.waits) struct ConfigurationTests {
    @Test func everyErrorHasItsPosition() throws {
        try Household.with { household in
            let file = try household.folder.write(
                "domod.yaml",
                """
                homes: home.xml
                sever: http://example.com
                server:
                  url: example.com
                  max-in-flight: many
                log-level: loud
                """
            )
            expect(
                try household.run("domod", ["--config", file]),
                status: 78,
                says: [
                    "\(file):2:1: error: ", "\(file):4:8: error: ", "\(file):5:18: error: ", "\(file):6:12: error: ",
                ]
            )
        }
    }

    @Test func brokenYAMLHasItsPosition() throws {
        try Household.with { household in
            let file = try household.folder.write("domod.yaml", "homes: a.xml\nserver: [\n")
            expect(try household.run("domod", ["--config", file]), status: 78, says: ["\(file):", ": error: "])
            expect(try household.run("domod", ["--config", file + ".not"]), status: 66, says: [file + ".not"])
        }
    }

    @Test(
        arguments: [
            (["--log-level", "loud"], 78, ["loud", "info"]), (["--server", "ftp://x"], 78, ["--server", "http"]),
            (["--server", "http://me:secret@x/"], 78, ["--server"]), (["--bogus"], 64, ["--bogus"]),
            (["stray.xml"], 64, ["--home stray.xml"]),
        ] as [([String], Int32, [String])]
    )
    func wrongFlagIsRefused(flags: [String], status: Int32, words: [String]) throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            let finished = try household.run("domod", household.usual + flags)
            expect(finished, status: status, says: words)
            #expect(!"\(finished)".contains("secret"))
        }
    }

    @Test func housesHaveTheirOwnServersDialectsAndCredentials() throws {
        try Household.with { household in
            let secret = "s3cret-pässword"
            let (first, second) = (try RecordingServer(), try RecordingServer())
            try household.folder.write("password", "\(secret)\n")
            let lamp = "<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>"
            for name in ["Uno", "Dos"] {
                try household.folder.write("houses/\(name).xml", Household.oneHouse(lamp, name: name))
            }
            let file = try household.folder.write(
                "domod.yaml",
                """
                homes:
                  - \(household.folder.path)/houses
                socket: \(household.socket)
                state: \(household.state)
                log-level: trace
                server: http://127.0.0.1:\(first.port)/usual
                houses:
                  Dos:
                    server:
                      url: http://127.0.0.1:\(second.port)/own
                      user: ana
                      password-file: \(household.folder.path)/password
                      dialect: mine
                      deadline: 3s
                dialects:
                  mine:
                    order: {method: PUT, url: "{url}/{name}/{operation}"}
                    actions:
                      on: {operation: encender}
                      off: {operation: apagar}
                """
            )
            let daemon = try household.startedDaemon(["--config", file])
            expect(try household.domo("set", "Uno/Lamp", "on"))
            expect(try household.domo("set", "Dos/Lamp", "on"))

            #expect(first.requests.map(\.line) == ["POST /usual?operation=enable&PERVMLSERVICENAME=Lamp HTTP/1.1"])
            #expect(first.requests.first?.authorization == nil)
            #expect(second.requests.map(\.line) == ["PUT /own/Lamp/encender HTTP/1.1"])
            let basic = "Basic " + Data("ana:\(secret)".utf8).base64EncodedString()
            #expect(second.requests.first?.authorization == basic)

            let explained = try household.domo("explain", "set", "Dos/Lamp", "off")
            expect(explained, says: ["PUT http://127.0.0.1:\(second.port)/own/Lamp/apagar"])
            let status = try household.domo("--json", "status")
            let output = explained.output + status.output + daemon.output + daemon.errorOutput
            #expect(!output.contains(secret) && !output.contains(basic))
        }
    }

    @Test func userOfASessionNeedsNoPaths() throws {
        try Household.with { household in
            let runtime = try household.folder.write("run/here", "")
            let session = ["XDG_RUNTIME_DIR": String(runtime.dropLast(5)), "DOMO_SOCKET": "", "DOMO_CONFIG": ""]
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startedDaemon(
                ["--demo", "--home", household.home, "--state", household.state],
                environment: session
            )
            #expect(household.folder.holds("run/domo.sock"))
            expect(try household.run("domo", ["set", "Buzzer", "on"], environment: session))
            // Only what is named is used.
            expect(try household.domo("status"), status: 69, says: [household.socket])
            expect(try household.domo("status", "--socket", "\(household.folder.path)/run/domo.sock"))
        }
    }

    @Test func flagBeatsTheEnvironmentWhichBeatsTheFile() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            let servers = try (0..<3).map { _ in try RecordingServer() }
            let urls = servers.map { "http://127.0.0.1:\($0.port)" }
            let file = try household.folder.write(
                "domod.yaml",
                "homes: [\(household.home)]\nstate: \(household.state)\nserver: \(urls[0])\n"
            )
            let variables = ["DOMO_CONFIG": file, "DOMO_SERVER": urls[1]]
            for (flags, winner) in [([], 1), (["--server", urls[2]], 2)] as [([String], Int)] {
                let daemon = try household.startedDaemon(flags, environment: variables)
                expect(try household.domo("set", "Buzzer", "on"))
                #expect(
                    servers.map(\.requests.count) == (0..<3).map { $0 == winner ? 1 : winner == 2 && $0 == 1 ? 1 : 0 }
                )
                daemon.send(SIGTERM)
                #expect(try daemon.waitForEnd() == 0)
            }
        }
    }
}
