import Foundation
import Glibc
import Testing

/// Clients that take as much as they get: those that send as fast as they can, those that never end a line, and more of
/// them than there is room for.
@Suite(.waits) struct BusyClientTests {
    /// Sends a line again and again as fast as it is taken, and reads every answer.
    private final class Flood: @unchecked Sendable {
        // Sendable because what changes is touched while `lock` is held; one thread sends, the other receives.
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
                    // It was cut: here, or by the daemon, and then the count of its answers is small.
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

        /// - Returns: how many lines were answered.
        func end() throws -> Int {
            let count = locked { flood in
                flood.isOver = true
                return flood.count
            }
            connection.cut()
            for _ in 0..<2 {
                guard ended.wait(timeout: .now() + 30) == .success else {
                    throw ChildProcess.Failure(description: "the flood does not end")
                }
            }
            return count
        }
    }

    @Test(arguments: ["show Lamp1", "set Lamp1 on --wait none", "ls -r", "no such verb"])
    func whoSendsAsFastAsItCanStarvesNobody(line: String) throws {
        try Household.running(home: Household.lamps(100), simulator: ["--quiet"]) { household in
            let floods = try (0..<2).map { _ in try Flood(household.socket, line) }
            let reads = try household.latencies(20, "show Lamp2")
            let start = ContinuousClock.now
            expect(try household.domo("set", "Lamp2", "on", "--deadline", "5s"), says: ["accepted"])
            let order = ContinuousClock.now - start
            let count = try floods.map { try $0.end() }
            #expect(count.allSatisfy { $0 > 20 }, "the flood was none: \(count) lines")
            // A turn of each is at most 1,024 lines, or 1 MiB of answers.
            #expect(reads[17] < .seconds(2), "\(reads.suffix(4))")
            #expect(order < .seconds(5), "\(order)")
        }
    }

    /// Lines that never end, from as many connections as one user may have, take a bounded part of memory, and places
    /// of nobody else.
    @Test(.enabled(if: geteuid() == 0)) func linesThatNeverEndHoldNobodyUp() throws {
        try Household.running(home: Household.lamps(1)) { household in
            let daemon = try #require(household.daemon)
            #expect(chmod(household.folder.path, 0o755) == 0)
            #expect(chmod(household.socket, 0o666) == 0)
            expect(try household.domo("show", "Lamp1"))
            let growth = try daemon.growth {
                let slow = try Self.crowd(household, "65534", "1024", "x\(String(repeating: "y", count: 1000))")
                try slow.wait(for: "connections") { output, _ in output.contains("open\n") ? () : nil }
                let latencies = try household.latencies(100, "show Lamp1")
                #expect(latencies[94] < .milliseconds(500), "\(latencies.suffix(6))")
                expect(try household.domo("set", "Lamp1", "on", "--deadline", "2s"), says: ["accepted"])
                // One more of that user is refused.
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

    /// 5,000 clients are served at once; those beyond the limit are told so.
    @Test(.enabled(if: geteuid() == 0)) func fiveThousandClientsAreServed() throws {
        try Household.running(home: Household.lamps(1)) { household in
            let daemon = try #require(household.daemon)
            let growth = try daemon.growth {
                let crowd = try Self.crowd(household, "0", "5300", "show Lamp1\n", answers: true)
                let output = try crowd.wait(for: "answers") { output, _ in output.contains("open\n") ? output : nil }
                let counts = output.split(separator: "\n").first.map(String.init) ?? ""
                #expect(counts == "5120 served, 180 busy", "\(output)")
                // Those that are served still are.
                crowd.finish()
                try household.eventually("room") { try household.domo("show", "Lamp1").status == 0 }
            }
            #expect(growth < 128, "\(growth) MiB")
        }
    }

    /// Opens connections as a user, sends the text on each, reads an answer from each where that is wanted, and keeps
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
            print "open\\n"; sleep 60;
            """
        let command =
            "ulimit -n 6000 && exec setpriv --reuid=\(user) --regid=\(user) --clear-groups perl -e \"$0\" \"$@\""
        return try household.start(
            "/bin/sh",
            ["-c", command, program, household.socket, count, text, answers ? "1" : "0"]
        )
    }
}
