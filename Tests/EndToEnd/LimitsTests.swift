import DomoTestKit
import Foundation
import Testing

/// A machine without threads or file descriptors for the daemon.
@Suite(.waits, .enabled(if: access("/usr/bin/prlimit", X_OK) == 0)) struct LimitsTests {
    /// The limit of threads does not apply to root.
    @Test(.enabled(if: geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0), arguments: [1, 4])
    func startWithoutThreadsFailsWithTheReason(threads: Int) throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            #expect(chmod(household.folder.path, 0o777) == 0)
            let nobody = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65531", "--clear-groups"] : []
            let words =
                nobody + ["/usr/bin/prlimit", "--nproc=\(threads)", "\(Programs.folder)/domod"] + household.usual
            let finished = try household.run(words[0], Array(words.dropFirst()))
            expect(finished, status: 69, output: "", says: ["the system has no threads left", "TasksMax"])
        }
    }

    /// With 64 file descriptors.
    private static func withFewFiles(_ body: (Household, _ daemon: ChildProcess) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            let words = ["--nofile=64", "\(Programs.folder)/domod"] + household.usual
            let daemon = try household.start("/usr/bin/prlimit", words)
            try household.adopt(daemon)
            try body(household, daemon)
        }
    }

    @Test func silentClientsLeaveFilesForServers() throws {
        try Self.withFewFiles { household, _ in
            let first = try Connection(socket: household.socket)
            try first.send("status\n")
            #expect(try first.line()?.hasPrefix(#"{"ok""#) == true)
            let silent = try (1...80).map { _ in try Connection(socket: household.socket) }
            // The last of them was refused, so all were seen.
            #expect(try silent[79].line()?.contains("too many clients are connected") == true)
            try first.send("set Louver up\n")
            #expect(try first.line()?.contains("accepted") == true)
            try first.send("reload\n")
            #expect(try first.line()?.hasPrefix(#"{"ok""#) == true)
            #expect(try household.signals() == ["enable Louver → 204"])
        }
    }

    @Test func daemonWithoutFilesContinuesOnceThereAreSome() throws {
        try Self.withFewFiles { household, daemon in
            func limit(_ files: Int) throws {
                let words = ["--pid", String(daemon.pid), "--nofile=\(files):64"]
                expect(try household.run("/usr/bin/prlimit", words))
            }
            let first = try Connection(socket: household.socket)
            try first.send("status\n")
            #expect(try first.line()?.hasPrefix(#"{"ok""#) == true)
            // No more than the open ones.
            try limit(3)
            try first.send("set Louver up --deadline 500ms\n")
            let refused = try #require(try first.line())
            #expect(refused.hasPrefix(#"{"error""#), "\(refused)")
            try first.send("reload\n")
            let reload = try #require(try first.line())
            #expect(reload.hasPrefix(#"{"error""#), "\(reload)")
            let waiting = try Connection(socket: household.socket)
            try waiting.send("status\n")
            try limit(64)
            try first.send("set Louver down\n")
            #expect(try first.line()?.contains("accepted") == true)
            try first.send("reload\n")
            #expect(try first.line()?.hasPrefix(#"{"ok""#) == true)
            // Clients that connected meanwhile are accepted.
            #expect(try waiting.line()?.hasPrefix(#"{"ok""#) == true)
            #expect(try household.signals() == ["disable Louver → 204"])
        }
    }
}
