import DomoTestKit
import Foundation
import Glibc
import Testing

/// Greedy clients: some send as fast as they can, some never end a line, and there are more of them than fit.
@Suite(.waits) struct BusyClientTests {
    /// Sends a line repeatedly as fast as possible, and reads every reply.
    private final class Flood: @unchecked Sendable {
        // Sendable because mutable state is protected by `lock`; one thread sends, the other receives.
        private let lock = NSLock()
        private let connection: Connection
        private var count = 0
        private var isOver = false
        private let ended = DispatchSemaphore(value: 0)

        init(_ socket: String, _ line: String) throws {
            connection = try Connection(socket: socket)
            let bytes = Array(String(repeating: line + "\n", count: 1000).utf8)
            Thread.detachNewThread {
                defer { self.ended.signal() }
                do {
                    while !self.locked({ $0.isOver }) { try self.connection.send(bytes) }
                } catch {
                    // The connection was closed, here or by the daemon; then the number of replies is small.
                }
            }
            Thread.detachNewThread {
                defer { self.ended.signal() }
                do {
                    while try self.connection.line() != nil { self.locked { $0.count += 1 } }
                } catch {
                    // As above.
                }
            }
        }

        private func locked<Value>(_ body: (Flood) -> Value) -> Value {
            lock.lock()
            defer { lock.unlock() }
            return body(self)
        }

        var replies: Int { locked { $0.count } }

        func end() throws {
            locked { $0.isOver = true }
            connection.cut()
            for _ in 0..<2 {
                guard ended.wait(timeout: .now() + 60) == .success else {
                    throw KitFault(description: "the flood does not end")
                }
            }
        }
    }

    /// How many lines of others come first is tested in one process (`FairTurnTests`).
    @Test(arguments: ["show Lamp1", "set Lamp1 on --wait none", "ls -r", "no such verb"])
    func fastSenderStarvesNobody(line: String) throws {
        try Household.running(home: Household.lamps(100), simulator: ["--quiet"]) { household in
            let floods = try (0..<2).map { _ in try Flood(household.socket, line) }
            try household.eventually("the flood") { floods.allSatisfy { $0.replies > 20 } }
            try household.ask("show Lamp2", times: 20)
            expect(try household.domo("set", "Lamp2", "on", "--deadline", "60s"), says: ["accepted"])
            for flood in floods { try flood.end() }
        }
    }

    /// Endless lines from as many connections as one user may have take bounded memory, and no connections
    /// of others.
    @Test(.enabled(if: geteuid() == 0)) func linesThatNeverEndHoldNobodyUp() throws {
        try Household.running(home: Household.lamps(1)) { household in
            let daemon = try #require(household.daemon)
            #expect(chmod(household.folder.path, 0o755) == 0)
            #expect(chmod(household.socket, 0o666) == 0)
            expect(try household.domo("show", "Lamp1"))
            let growth = try daemon.growth {
                let slow = try Self.crowd(household, "65534", "1024", "x\(String(repeating: "y", count: 1000))")
                try slow.wait(for: "connections") { output, _ in output.contains("open\n") ? () : nil }
                try household.ask("show Lamp1", times: 100)
                expect(try household.domo("set", "Lamp1", "on", "--deadline", "60s"), says: ["accepted"])
                // Another connection of that user is refused.
                let over = try household.run(
                    "/usr/bin/setpriv",
                    ["--reuid=65534", "--regid=65534", "--clear-groups", "\(Programs.folder)/domo", "show", "Lamp1"]
                )
                expect(over, status: 75, says: ["1024 connections"])
                slow.finish()
            }
            #expect(growth < 64, "\(growth) MiB")
            try household.eventually("room") {
                try household.run(
                    "/usr/bin/setpriv",
                    ["--reuid=65534", "--regid=65534", "--clear-groups", "\(Programs.folder)/domo", "show", "Lamp1"]
                ).status == 0
            }
        }
    }

    /// 5,000 clients are served at once; those beyond the limit get an error.
    @Test(.enabled(if: geteuid() == 0)) func fiveThousandClientsAreServed() throws {
        try Household.running(home: Household.lamps(1)) { household in
            let daemon = try #require(household.daemon)
            let growth = try daemon.growth {
                let crowd = try Self.crowd(household, "0", "5300", "show Lamp1\n", answers: true)
                let output = try crowd.wait(for: "answers") { output, _ in output.contains("open\n") ? output : nil }
                let counts = output.split(separator: "\n").first.map(String.init) ?? ""
                #expect(counts == "5120 served, 180 busy", "\(output)")
                // The existing clients are still served.
                crowd.finish()
                try household.eventually("room") { try household.domo("show", "Lamp1").status == 0 }
            }
            #expect(growth < 128, "\(growth) MiB")
        }
    }

    /// Opens connections as a user, sends the text on each, optionally reads a reply from each, and keeps
    /// them open.
    private static func crowd(
        _ household: Household,
        _ user: String,
        _ count: String,
        _ text: String,
        answers: Bool = false
    ) throws -> ChildProcess {
        let program = """
            use Socket; $| = 1;
            my ($path, $count, $text, $reads) = @ARGV;
            my @all = map { socket(my $one, PF_UNIX, SOCK_STREAM, 0) or die "socket: $!"; $one } 1..$count;
            my %seen = (ok => 0, busy => 0);
            for my $one (@all) {
                connect($one, pack_sockaddr_un($path)) or die "connect: $!";
                { local $SIG{PIPE} = 'IGNORE'; syswrite($one, $text); }
            }
            if ($reads) {
                for my $one (@all) {
                    sysread($one, my $line, 4096); $seen{$line =~ /"busy"/ ? 'busy' : 'ok'}++ if $line;
                }
                print "$seen{ok} served, $seen{busy} busy\\n";
            }
            print "open\\n"; sleep 600;
            """
        let command =
            "ulimit -n 6000 && exec setpriv --reuid=\(user) --regid=\(user) --clear-groups perl -e \"$0\" \"$@\""
        return try household.start(
            "/bin/sh",
            ["-c", command, program, household.socket, count, text, answers ? "1" : "0"]
        )
    }
}
