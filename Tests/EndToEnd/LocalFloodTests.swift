import DomoTestKit
import Foundation
import Glibc
import Testing

/// What a local user can do who may open the socket: the steps of an attack. Only root can switch users.
@Suite(.waits, .enabled(if: geteuid() == 0)) struct LocalFloodTests {
    /// Connects many times, sends the same lines on each connection, and then reads nothing, or ends at once.
    private static let flood = """
        use Socket; $| = 1; $SIG{PIPE} = 'IGNORE';
        my ($path, $count, $text, $repeats, $stays) = @ARGV;
        my @all = map { socket(my $one, PF_UNIX, SOCK_STREAM, 0) or die "socket: $!"; $one } 1..$count;
        my $lines = $text x $repeats;
        for my $one (@all) { connect($one, pack_sockaddr_un($path)) or die "connect: $!"; syswrite($one, $lines); }
        print "sent\\n"; sleep 600 if $stays;
        """

    private static func start(
        _ household: Household,
        as user: Int = 65534,
        connections: Int,
        _ text: String,
        times: Int,
        stays: Bool = true
    ) throws -> ChildProcess {
        let command =
            "ulimit -n 4096 && exec setpriv --reuid=\(user) --regid=\(user) --clear-groups perl -e \"$0\" \"$@\""
        let words = [flood, household.socket, String(connections), text, String(times), stays ? "1" : ""]
        return try household.start("/bin/sh", ["-c", command] + words)
    }

    private static func with(_ body: (Household) throws -> Void) throws {
        try Household.running { household in
            try #require(chmod(household.folder.path, 0o755) == 0 && chmod(household.socket, 0o666) == 0)
            try body(household)
        }
    }

    private static func domo(_ household: Household, as user: Int, _ words: String...) throws -> Finished {
        let change = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", "\(Programs.folder)/domo"]
        return try household.run("/usr/bin/setpriv", change + words)
    }

    /// 6 MB of lines made domod deaf for a minute, and 1.3 GB large.
    @Test(arguments: ["model", "history Louver", "no such verb", "set Buzzer on --wait none"])
    func floodOfLinesDelaysNobodyAndTakesBoundedMemory(line: String) throws {
        try Self.with { household in
            let daemon = try #require(household.daemon)
            expect(try household.domo("set", "Louver", "up"), says: ["accepted"])
            let growth = try daemon.growth {
                let times = 6000 / (line.utf8.count + 1)
                let flood = try Self.start(household, connections: 1020, line + "\n", times: times)
                try flood.wait(for: "lines") { output, _ in output.contains("sent\n") ? () : nil }
                for value in ["down", "up"] {
                    expect(try household.domo("set", "Louver", value), says: ["accepted"])
                    expect(try Self.domo(household, as: 65533, "set", "Louver", "stop"), says: ["accepted"])
                    expect(try Self.domo(household, as: 65533, "model"))
                    expect(try Self.domo(household, as: 65533, "history", "Louver"))
                }
                flood.finish()
                try household.eventually("room") { try Self.domo(household, as: 65534, "show", "Louver").status == 0 }
            }
            #expect(growth < 48, "\(growth) MiB")
        }
    }

    /// Long lines without an end, and what is sent before the end of sending.
    @Test(arguments: [60_000, 200_000]) func inputThatIsNotHandledTakesBoundedMemory(bytes: Int) throws {
        try Self.with { household in
            let daemon = try #require(household.daemon)
            let growth = try daemon.growth {
                let text = String(repeating: "x", count: 1000) + (bytes > 65_536 ? "\nmodel\n" : "")
                let flood = try Self.start(household, connections: 1000, text, times: bytes / 1000)
                try flood.wait(for: "lines") { output, _ in output.contains("sent\n") ? () : nil }
                expect(try household.domo("set", "Louver", "up"), says: ["accepted"])
                expect(try Self.domo(household, as: 65533, "set", "Louver", "stop"), says: ["accepted"])
                flood.finish()
            }
            #expect(growth < 48, "\(growth) MiB")
        }
    }

    /// The orders behind long answers were carried out when nobody waited for them any more.
    @Test func ordersOfAFloodThatIsGoneAreNotCarriedOut() throws {
        try Self.with { household in
            let text = String(repeating: "model\n", count: 500) + "set Buzzer on\n"
            let flood = try Self.start(household, connections: 200, text, times: 1, stays: false)
            _ = try flood.waitForEnd()
            expect(try household.domo("set", "Louver", "up"), says: ["accepted"])
            #expect(try household.signals() == ["enable Louver → 204"])
        }
    }

    /// Five tokens had five times as many connections as one user.
    @Test func tokensGiveALocalUserNoMoreConnections() throws {
        try Self.with { household in
            let tokens = try (1...5).map { number in
                let made = try Self.domo(household, as: 65534, "--json", "token", "new", "t\(number)")
                expect(made)
                return try #require(made.output.firstMatch(of: /"token":"([^"]+)"/)).1
            }
            let crowds = try tokens.map { token in
                let text = "login \(token)\nshow Louver\n"
                return try Self.start(household, connections: 240, text, times: 1)
            }
            for crowd in crowds {
                try crowd.wait(for: "lines") { output, _ in output.contains("sent\n") ? () : nil }
            }
            let over = try Self.domo(household, as: 65534, "show", "Louver")
            expect(over, status: 75, says: ["1024 connections"])
            expect(try Self.domo(household, as: 65533, "set", "Louver", "up"), says: ["accepted"])
        }
    }

    /// The program that talks to the Internet could operate the whole house. Groups give it nothing either.
    @Test(arguments: ["domo-fleet", "domo-mqtt", "domo-web", "domo-fleet-store"])
    func serviceHasNoRightsWithoutAToken(name: String) throws {
        try Household.with { household in
            let id = 64_321
            try household.folder.write("home.xml", Household.modelHouse)
            let configuration = try household.folder.write("rules.yaml", "access: {groups: {nogroup: {role: act}}}\n")
            try household.startSimulator()
            let users = "\(household.folder.path)/passwd"
            let mounts =
                "{ cat /etc/passwd; echo '\(name):x:\(id):65534::/:/bin/false'; } > '\(users)'"
                + " && chmod 644 '\(users)' && mount --bind '\(users)' /etc/passwd"
            let daemon = ["\(Programs.folder)/domod"] + household.usual + ["--config", configuration]
            let command = "\(mounts) && exec \"$0\" \"$@\""
            try household.adopt(household.start("/usr/bin/unshare", ["-m", "/bin/sh", "-c", command] + daemon))
            try #require(chmod(household.folder.path, 0o755) == 0 && chmod(household.socket, 0o666) == 0)
            let change = ["--reuid=\(id)", "--regid=65534", "--clear-groups", "\(Programs.folder)/domo"]
            for words in [["set", "Louver", "up"], ["ls"], ["status"]] {
                expect(try household.run("/usr/bin/setpriv", change + words), status: 77, says: ["has none"])
            }
            // With a token it acts.
            let made = try household.domo("--json", "token", "new", "fleet")
            let token = try #require(made.output.firstMatch(of: /"token":"([^"]+)"/)).1
            let lines = "login \(token)\nset Louver up\n"
            expect(try household.run("/usr/bin/setpriv", change + ["-"], input: lines))
            #expect(try household.signals() == ["enable Louver → 204"])
        }
    }
}
