import DomoTestKit
import Foundation
import Testing

/// A wrong file does not leave the house without a gateway: the last good files stand in.
@Suite(.waits) struct LastGoodTests {
    private static func house(_ name: String = "Casa", _ lamps: [String] = ["Lamp"]) -> String {
        let elements = lamps.map { "<Dispositivo><Nombre>\($0)</Nombre><Tipo>1</Tipo></Dispositivo>" }.joined()
        return Household.oneHouse(elements, name: name)
    }

    private static let broken = "<Viviendas><Vivienda></Viviendas>"

    private static func with(_ body: (Household, _ configuration: String) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("houses/casa.xml", house())
            try body(household, try configure(household))
        }
    }

    @discardableResult
    private static func configure(_ household: Household, _ more: String = "") throws -> String {
        let places = "homes: [houses]\nsocket: domo.sock\nstate: state\n"
        try household.folder.write("domod.d/more.yaml", "log-level: info\n")
        return try household.folder.write("domod.yaml", places + more)
    }

    /// Starts with the good files, and waits until they are kept.
    private static func live(_ household: Household, _ options: [String]) throws {
        try household.startedDaemon(options)
        let set = household.state + "/last-good/set"
        try household.eventually("copies of the files") { FileManager.default.fileExists(atPath: set) }
        household.daemon?.send(SIGKILL)
        _ = try household.daemon?.waitForEnd()
    }

    private static func start(_ household: Household, _ options: [String]) throws {
        try household.startedDaemon(options)
    }

    // MARK: - A start

    @Test(arguments: ["houses/casa.xml", "domod.yaml", "domod.d/more.yaml"])
    func brokenFileIsReplacedByTheLastGoodOne(file: String) throws {
        try Self.with { household, configuration in
            try Self.live(household, ["--config", configuration])
            let good = try String(contentsOfFile: household.folder.path + "/" + file, encoding: .utf8)
            try household.folder.write(file, file.hasSuffix("xml") ? Self.broken : good + "hoses: [x]\n")
            try Self.start(household, ["--config", configuration])
            expect(
                try household.domo("ls"),
                says: ["the files of the house can't be loaded", "domo status", "Casa", "Lamp"]
            )
            expect(try household.domo("status"), says: ["is active; loading failed at", file])
            expect(try household.domo("doctor"), status: 69, says: ["is active; loading failed at", file])
            expect(try household.domo("reload"), status: file.hasSuffix("xml") ? 65 : 78, says: [file])
            // No path of the copies is shown.
            for verb in ["status", "doctor", "reload"] {
                let shown = try household.domo("--json", verb)
                #expect(!(shown.output + shown.errors).contains("last-good"), "\(shown)")
            }
            // Repaired: it is loaded without being asked for.
            try household.folder.write(file, file.hasSuffix("xml") ? Self.house("Casa", ["Lamp", "Fan"]) : good)
            try household.eventually("the repaired files") {
                let status = try household.domo("status").output
                return !status.contains("loading failed")
            }
            if file.hasSuffix("xml") { expect(try household.domo("ls"), says: ["Fan"]) }
            #expect(try !household.domo("ls").output.contains("warning"))
            // From now on a reload is explicit, as ever.
            try household.folder.write("houses/casa.xml", Self.house("Casa", ["Other"]))
            expect(try household.domo("reload"), says: ["1 house, 1 element"])
        }
    }

    @Test func wholeSetStandsIn() throws {
        try Self.with { household, configuration in
            let server = try RecordingServer()
            let secret = try household.folder.write("secret", "one\n")
            let settings =
                "server: {url: \"http://127.0.0.1:\(server.port)/\", user: ana, password-file: secret}\n"
                + "dialects: {mine: {file: mine.yaml}}\n"
            try household.folder.write("mine.yaml", try household.run("domod", ["--print-dialect", "pervml"]).output)
            try Self.configure(household, settings)
            try Self.live(household, ["--config", configuration])
            #expect(
                try FileManager.default.attributesOfItem(atPath: household.state + "/last-good/set")[.posixPermissions]
                    as? Int == 0o600
            )
            for file in [secret, household.folder.path + "/mine.yaml"] {
                try FileManager.default.removeItem(atPath: file)
            }
            try household.folder.write("houses/casa.xml", Self.house("Casa", ["Other"]))
            try Self.start(household, ["--config", configuration])
            // Neither the new house with the old configuration, nor an order without its password.
            expect(try household.domo("ls"), says: ["Lamp"])
            expect(try household.domo("set", "Lamp", "on"))
            let expected = "Basic " + Data("ana:one".utf8).base64EncodedString()
            #expect(server.requests.last?.authorization == expected, "\(server.requests)")
        }
    }

    @Test func otherOptionsNeverServeAnotherHouse() throws {
        try Self.with { household, _ in
            let options = ["--socket", household.socket, "--state", household.state]
            let home = household.folder.path + "/houses/casa.xml"
            try Self.live(household, options + ["--home", home])
            expect(
                try household.run("domod", options + ["--home", household.folder.path + "/typo.xml"]),
                status: 66,
                says: ["typo.xml"]
            )
            // The file is gone. With another server, the copy of the house is not used either.
            try FileManager.default.removeItem(atPath: home)
            expect(
                try household.run("domod", options + ["--home", home, "--server", "http://127.0.0.1:9/"]),
                status: 66,
                says: ["casa.xml"]
            )
            try Self.start(household, options + ["--home", home])
            expect(try household.domo("ls"), says: ["Lamp"])
        }
    }

    @Test func brokenSceneIsLeftOutAndNotRevived() throws {
        try Self.with { household, configuration in
            try household.folder.write("houses/scenes/Noche.domo", "set Lamp off\n")
            try Self.live(household, ["--config", configuration])
            try household.folder.write("houses/scenes/Noche.domo", "sett Lamp off\n")
            try household.folder.write("houses/casa.xml", Self.broken)
            try Self.start(household, ["--config", configuration])
            expect(try household.domo("scenes"), says: ["Noche"])
            expect(try household.domo("scene", "Noche"), status: 65, says: ["not loaded", "sett"])
        }
    }

    @Test func damagedCopiesAreNotUsed() throws {
        try Self.with { household, configuration in
            try Self.live(household, ["--config", configuration])
            let copy = household.state + "/last-good/files" + household.folder.path + "/houses/casa.xml"
            try Self.house("Casa", ["Changed"]).write(toFile: copy, atomically: true, encoding: .utf8)
            try household.folder.write("houses/casa.xml", Self.broken)
            expect(try household.run("domod", ["--config", configuration]), status: 65, says: ["casa.xml"])
        }
    }

    /// Nobody reads the errors of a service: it says what is wrong when it is asked.
    @Test func serviceWithoutAGoodVersionWaits() throws {
        try Self.with { household, configuration in
            try household.folder.write("houses/casa.xml", Self.broken)
            // In a terminal the error is the answer.
            expect(try household.run("domod", ["--config", configuration]), status: 65, says: ["casa.xml"])
            let manager = try DatagramSocket(household.folder.path + "/notify.sock")
            try household.startedDaemon(
                ["--config", configuration],
                environment: ["NOTIFY_SOCKET": household.folder.path + "/notify.sock"]
            )
            #expect(try manager.next().contains("can't be loaded"))
            expect(try household.domo("status"), says: ["there is no house", "casa.xml"])
            expect(try household.domo("ls"), says: ["can't be loaded"])
            expect(try household.domo("set", "Lamp", "on"), status: 68)
            try household.folder.write("houses/casa.xml", Self.house())
            try household.eventually("the repaired house") { try household.domo("ls").output.contains("Lamp") }
        }
    }

    // MARK: - Rights

    /// Another user of the machine.
    private static let user = "65530"

    private static func asUser(_ household: Household, _ line: String) throws -> Finished {
        let words = "exec setpriv --reuid=\(user) --regid=\(user) --clear-groups \"$0\" --socket \"$1\" \(line)"
        return try household.run("/bin/sh", ["-c", words, "\(Programs.folder)/domo", household.socket])
    }

    /// The new file takes rights away, and has a typo: nobody keeps more than it says.
    @Test(.enabled(if: geteuid() == 0))
    func narrowerAccessApplies() throws {
        try Self.with { household, configuration in
            chmod(household.folder.path, 0o755)
            try Self.live(household, ["--config", configuration])
            try Self.configure(household, "access: {users: {\(Self.user): {role: read}}}\nhoses: [x]\n")
            try Self.start(household, ["--config", configuration])
            chmod(household.socket, 0o666)
            #expect(try household.domo("status").output.contains("rights are those of") == false)
            expect(try Self.asUser(household, "set Lamp on"), status: 77)
            expect(try Self.asUser(household, "ls"), says: ["Lamp"])
            // At a failed reload too, and for as long as nothing could be loaded.
            try Self.configure(household, "access: {users: {\(Self.user): {role: none}}}\nhoses: [x]\n")
            expect(try household.domo("reload"), status: 78)
            expect(try Self.asUser(household, "ls"), status: 77)
            try household.folder.write("domod.yaml", "access: {users: [\n")
            expect(try household.domo("reload"), status: 78)
            expect(try Self.asUser(household, "ls"), status: 77)
            try Self.configure(household, "access: {users: {\(Self.user): {role: act}}}\n")
            expect(try household.domo("reload"))
            expect(try Self.asUser(household, "ls"), says: ["Lamp"])
        }
    }

    @Test func unreadableAccessIsSaid() throws {
        try Self.with { household, configuration in
            try Self.live(household, ["--config", configuration])
            try household.folder.write("domod.yaml", "access: {users: [\nstate: \(household.state)\n")
            try Self.start(household, ["--config", configuration])
            expect(try household.domo("status"), says: ["warning: rights are those of 20"])
        }
    }
}
