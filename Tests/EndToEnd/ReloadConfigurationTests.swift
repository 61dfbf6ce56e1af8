import DomoTestKit
import Foundation
import Testing

/// `domo reload` and SIGHUP read the configuration file too.
@Suite(.waits) struct ReloadConfigurationTests {
    private static let lamp = "<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>"

    /// Two houses, `Uno` and `Dos`, each with a lamp.
    private static func with(_ body: (Household) throws -> Void) throws {
        try Household.with { household in
            for name in ["Uno", "Dos"] {
                try household.folder.write("houses/\(name).xml", Household.oneHouse(lamp, name: name))
            }
            try body(household)
        }
    }

    @discardableResult
    private static func configure(_ household: Household, _ text: String, state: String? = nil) throws -> String {
        let state = state ?? household.state
        let places = "homes: \(household.folder.path)/houses\nsocket: \(household.socket)\nstate: \(state)\n"
        return try household.folder.write("domod.yaml", places + text)
    }

    private static func basic(_ password: String) -> String {
        "Basic " + Data("ana:\(password)".utf8).base64EncodedString()
    }

    @Test func passwordServersAndHousesChangeWhileOrdersRun() throws {
        try Self.with { household in
            let (first, second) = (try RecordingServer(), try RecordingServer())
            let password = try household.folder.write("password", "one\n")
            let usual = """
                server:
                  url: http://127.0.0.1:\(first.port)/first
                  user: ana
                  password-file: \(password)

                """
            try household.startedDaemon(["--config", try Self.configure(household, usual)])

            let connections = try ["Uno", "Dos"].map { ($0, try Connection(socket: household.socket)) }
            func send(_ count: Int) throws {
                for (house, connection) in connections {
                    for number in 0..<count {
                        try connection.send("set \(house)/Lamp \(number.isMultiple(of: 2) ? "on" : "off")\n")
                    }
                }
            }
            // Only then an order has certainly been sent with the old configuration.
            try send(1)
            for (_, connection) in connections { #expect(try connection.line()?.contains("accepted") == true) }
            try send(300)
            try household.folder.write("password", "two\n")
            try Self.configure(
                household,
                usual + "houses:\n  Dos:\n    server: http://127.0.0.1:\(second.port)/second\n"
            )
            expect(try household.domo("reload"), says: ["2 houses, 2 elements"])
            let atReload = first.requests.count
            try send(300)

            var ids: Set<Substring> = []
            for (_, connection) in connections {
                for _ in 0..<600 {
                    let line = try #require(try connection.line())
                    #expect(line.contains(#""outcome":"accepted","attempts":1"#), "\(line)")
                    ids.insert(line.dropFirst(#"{"ok":{"id":"#.count).prefix { $0 != "," })
                }
                try connection.send("scenes\n")
                #expect(try connection.line() == #"{"ok":{"scenes":[]}}"#)
            }
            #expect(ids.count == 1200)
            // Each was sent once; after the change, to the new server.
            #expect(first.requests.count + second.requests.count == 1202)
            #expect(second.requests.count >= 300)
            #expect(second.requests.allSatisfy { $0.authorization == nil })
            let authorizations = first.requests.map(\.authorization)
            #expect(Set(authorizations) == [Self.basic("one"), Self.basic("two")])
            // Pending orders finished with the old password; then only the new one was used.
            let old = authorizations.lastIndex(of: Self.basic("one")) ?? 0
            #expect(old <= atReload + 16)
            #expect(atReload < 600, "the orders were done before the reload")
        }
    }

    @Test func orderThatWasSentFinishesOnTheServerThatIsReplaced() throws {
        try Self.with { household in
            let second = try RecordingServer()
            try household.startSimulator(home: household.folder.path + "/houses/Uno.xml")
            let file = try Self.configure(household, "server: \(household.serverURL)\n")
            try household.startedDaemon(["--config", file])
            household.simulator?.send(SIGSTOP)
            let sent = try household.start("domo", ["set", "Uno/Lamp", "on", "--deadline", "5m"])
            try household.waitForOrdersInFlight()
            let waiting = try household.start("domo", ["set", "Uno/Lamp", "off", "--deadline", "5m"])
            try household.waitForOrdersWaiting()

            try Self.configure(household, "server: http://127.0.0.1:\(second.port)/second\n")
            expect(try household.domo("reload"))
            household.simulator?.send(SIGCONT)
            #expect(try sent.waitForEnd() == 0)
            #expect(sent.output.contains("accepted"), "\(sent.output)\(sent.errorOutput)")
            #expect(try waiting.waitForEnd() == 0)
            #expect(try household.signals() == ["enable Lamp → 204"])
            #expect(second.requests.map(\.line) == ["POST /second?operation=disable&PERVMLSERVICENAME=Lamp HTTP/1.1"])
            expect(try household.domo("status"), says: ["/second"])
        }
    }

    @Test func faultyConfigurationChangesNothing() throws {
        try Self.with { household in
            let (first, second) = (try RecordingServer(), try RecordingServer())
            let file = try Self.configure(household, "server: http://127.0.0.1:\(first.port)/\n")
            let daemon = try household.startedDaemon(["--config", file])
            try Self.configure(household, "server: http://127.0.0.1:\(second.port)/\nlog-level: loud\n")
            expect(
                try household.domo("reload"),
                status: 78,
                says: ["\(file):5:12: error: log-level: unknown log level \"loud\""]
            )
            daemon.send(SIGHUP)
            try household.waitForLog("reload failed, the previous version is still active: \(file):5:12", times: 2)
            expect(try household.domo("set", "Uno/Lamp", "on"), says: ["accepted"])
            #expect((first.requests.count, second.requests.count) == (1, 0))

            unlink(file)
            expect(try household.domo("reload"), status: 66, says: [file])
            expect(try household.domo("set", "Uno/Lamp", "off"), says: ["accepted"])
        }
    }

    @Test func logLevelTakesEffectAndTheStateFolderNeedsARestart() throws {
        try Self.with { household in
            let server = try RecordingServer()
            let usual = "server: http://127.0.0.1:\(server.port)/\n"
            let file = try Self.configure(household, usual)
            let daemon = try household.startedDaemon(["--config", file])
            expect(try household.domo("set", "Uno/Lamp", "on"))
            #expect(!daemon.errorOutput.contains(" debug "))

            try Self.configure(household, usual + "log-level: debug\n", state: household.state + "2")
            daemon.send(SIGHUP)
            let warning = "state: \(household.state)2 takes effect when domod is restarted"
            try household.waitForLog(warning)
            try household.waitForLog("loaded 2 houses", times: 2)
            expect(try household.domo("set", "Uno/Lamp", "off"))
            try household.waitForLog(" debug Uno/Lamp off")
            expect(try household.domo("reload"), says: [warning])
            expect(try household.domo("status"), says: [warning])
            #expect(!household.folder.holds("state2"))
        }
    }
}
