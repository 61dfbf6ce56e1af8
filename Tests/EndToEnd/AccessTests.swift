import DomoTestKit
import Foundation
import Testing

/// Access rights with real users: the tests run as root and start `domo` as other users.
@Suite(.waits, .enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
struct AccessTests {
    private static let lamp = "<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>"

    /// Two houses, `Uno` and `Dos`, each with a lamp, and a daemon with a socket for all users.
    private static func with(_ rules: String, _ body: (Household, RecordingServer) throws -> Void) throws {
        try Household.with { household in
            for name in ["Uno", "Dos"] {
                try household.folder.write("houses/\(name).xml", Household.oneHouse(lamp, name: name))
            }
            let server = try RecordingServer()
            let file = try configure(household, server, rules)
            try household.startedDaemon(["--config", file])
            try open(household)
            try body(household, server)
        }
    }

    @discardableResult
    private static func configure(
        _ household: Household,
        _ server: RecordingServer,
        _ rules: String
    ) throws -> String {
        let places = "homes: \(household.folder.path)/houses\nsocket: \(household.socket)\nstate: \(household.state)\n"
        return try household.folder.write(
            "domod.yaml",
            // At the same address the lamps of both houses would be the same device.
            places + "server: http://127.0.0.1:\(server.port)/\n" + rules
                + "\nhouses: {Dos: {server: \"http://127.0.0.1:\(server.port)/dos\"}}\n"
        )
    }

    /// In another process: a program can't be run while this process or its children have it open for writing.
    private static func copy(_ program: String, _ household: Household) throws {
        expect(try household.run("/bin/cp", ["\(Programs.folder)/\(program)", household.folder.path]))
    }

    /// Gives all users access to the folder, and lets them run `domo` wherever it was built.
    private static func open(_ household: Household) throws {
        try copy("domo", household)
        for (path, mode) in [("", 0o755), ("/domo", 0o755), ("/domo.sock", 0o666)] {
            try #require(chmod(household.folder.path + path, mode_t(mode)) == 0)
        }
    }

    private static func words(_ user: Int, _ groups: [Int], _ arguments: [String], _ household: Household) -> [String] {
        let list = groups.map { String($0) }.joined(separator: ",")
        return ["--reuid=\(user)", "--regid=\(user)", groups.isEmpty ? "--clear-groups" : "--groups=\(list)"]
            + ["\(household.folder.path)/domo"] + arguments
    }

    /// Runs `domo` as another user, with these additional groups.
    private static func domo(
        _ household: Household,
        as user: Int,
        in groups: [Int] = [],
        _ arguments: String...
    ) throws -> Finished {
        try household.run("/usr/bin/setpriv", words(user, groups, arguments, household))
    }

    // MARK: - Built in

    @Test func usersOfTheSocketActAndRootManages() throws {
        try Self.with("") { household, server in
            expect(try Self.domo(household, as: 4242, "set", "Uno/Lamp", "on"), says: ["accepted"])
            expect(try Self.domo(household, as: 4242, "ls", "-r"), says: ["Uno", "Dos"])
            expect(
                try Self.domo(household, as: 4242, "reload"),
                status: 77,
                says: ["\"reload\" needs the role manage; user 4242 has act", "{users: {4242: {role: manage}}}"]
            )
            for line in [["export"], ["record", "x"]] {
                let finished = try household.run("/usr/bin/setpriv", Self.words(4242, [], line, household))
                expect(finished, status: 77, says: ["needs the role manage"])
            }
            try household.waitForLog("refused: reload: requires the role manage")
            try household.waitForLog("by=user 4242 (uid 4242)")
            expect(try household.domo("reload"), says: ["2 houses, 2 elements"])
            #expect(server.requests.count == 1)
        }
    }

    @Test func usersOfTheDaemonItselfManage() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.oneHouse(Self.lamp, name: "Uno"))
            let domod = "\(household.folder.path)/domod"
            try Self.copy("domod", household)
            for path in ["", "/home.xml", "/domod"] {
                try #require(chown(household.folder.path + path, 4242, 4242) == 0)
            }
            let options = ["--reuid=4242", "--regid=4242", "--clear-groups", domod] + household.usual
            try household.adopt(try household.start("/usr/bin/setpriv", options))
            try Self.open(household)
            expect(try Self.domo(household, as: 4242, "reload"), says: ["1 house, 1 element"])
            expect(try Self.domo(household, as: 4343, "reload"), status: 77)
            expect(try household.domo("reload"), says: ["1 house, 1 element"])
        }
    }

    // MARK: - Rules

    @Test func limitedUserSeesOnlyItsPlaces() throws {
        try Self.with("access: {users: {4242: {role: act, places: [Uno]}}}") { household, server in
            let listing = try Self.domo(household, as: 4242, "ls", "-r")
            expect(listing, says: ["Uno", "Lamp"])
            #expect(!listing.output.contains("Dos"))
            // For others the name is ambiguous.
            expect(try Self.domo(household, as: 4242, "set", "Lamp", "on"), says: ["accepted"])
            expect(try household.domo("set", "Lamp", "on"), status: 68)
            #expect(server.requests.count == 1)
            let hidden = try Self.domo(household, as: 4242, "show", "Dos/Lamp")
            let missing = try Self.domo(household, as: 4242, "show", "Tres/Lamp")
            expect(hidden, status: 68)
            #expect(hidden.errors == missing.errors.replacingOccurrences(of: "Tres", with: "Dos"))
            let status = try Self.domo(household, as: 4242, "status")
            expect(status, says: ["Uno", "1 element", "limited to"])
            #expect(!status.output.contains("Dos"))
            #expect(!status.output.contains("memory"))
            expect(try Self.domo(household, as: 4343, "show", "Dos/Lamp"), says: ["Lamp"])
        }
    }

    @Test(arguments: [[5005], Array(5000..<5100), [0]])
    func supplementaryGroupGivesItsRole(groups: [Int]) throws {
        try Self.with("access: {groups: {5005: {role: manage}, 0: {role: manage}}}") { household, _ in
            expect(try Self.domo(household, as: 4242, in: groups, "reload"), says: ["2 houses"])
            expect(try Self.domo(household, as: 4242, in: [5200], "reload"), status: 77)
            expect(try Self.domo(household, as: 4242, "reload"), status: 77)
            // The primary group counts like the others.
            expect(try Self.domo(household, as: 5005, "reload"), says: ["2 houses"])
        }
    }

    /// Somebody who sees one house only gets no empty archive, and no advice that takes rights.
    @Test func limitedUserGetsNoBackupAndNoDiagnosis() throws {
        try Self.with("access: {users: {4242: {role: act, places: [Uno]}}}\n") { household, _ in
            expect(
                try Self.domo(household, as: 4242, "backup", "-"),
                status: 77,
                says: ["a backup needs the role manage for all places"]
            )
            expect(try Self.domo(household, as: 4242, "doctor"), status: 77, says: ["ask an administrator"])
            // Doctor asks for nothing else, which would be recorded as a refusal.
            let audit = try household.domo("audit", "--json")
            expect(audit, says: ["doctor"])
            #expect(!audit.output.contains("token list"), "\(audit.output)")
        }
    }

    @Test func userByNameAndUnknownNames() throws {
        let rules =
            "access:\n  users: {nobody: {role: read}, nobody-at-all: {role: manage}}\n"
            + "  groups: {no-such-group: {role: none}}"
        try Self.with(rules + "\n") { household, _ in
            expect(
                try Self.domo(household, as: 65534, "set", "Uno/Lamp", "on"),
                status: 77,
                says: ["nobody has read", "{users: {nobody: {role: act}}}"]
            )
            let file = "\(household.folder.path)/domod.yaml"
            expect(
                try household.domo("status"),
                says: ["\(file):6:33: there is no user \"nobody-at-all\"", "\(file):7:12: there is no group"]
            )
        }
    }

    @Test func reloadNarrowsWhatAWatcherSees() throws {
        try Self.with("") { household, server in
            let watch = try household.start("/usr/bin/setpriv", Self.words(4242, [], ["watch"], household))
            try household.reload { !watch.output.isEmpty }
            expect(try household.domo("set", "Dos/Lamp", "on"))
            try watch.wait(for: "the other house") { output, _ in output.contains("Dos/Lamp") ? () : nil }

            try Self.configure(household, server, "access: {users: {4242: {role: read, places: [Uno, Tres]}}}")
            expect(try household.domo("reload"), says: ["there is no house, sector or element \"Tres\""])
            expect(try household.domo("set", "Dos/Lamp", "off"))
            expect(try household.domo("set", "Uno/Lamp", "on"))
            try watch.wait(for: "its own house") { output, _ in output.contains("Uno/Lamp") ? () : nil }
            #expect(watch.output.components(separatedBy: "Dos/Lamp").count == 2, "\(watch.output)")
            #expect(watch.output.contains("reloaded"))

            try Self.configure(household, server, "access: {users: {4242: {role: none}}}")
            expect(try household.domo("reload"))
            expect(try household.domo("set", "Uno/Lamp", "off"))
            expect(try Self.domo(household, as: 4242, "ls"), status: 77, says: ["needs the role read"])
            #expect(watch.output.components(separatedBy: "Uno/Lamp").count == 2, "\(watch.output)")
        }
    }
}
