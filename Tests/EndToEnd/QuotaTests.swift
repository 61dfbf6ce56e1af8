import DomoTestKit
import Glibc
import Testing

/// The limits for one user of the socket. Only root can switch users.
@Suite(.waits, .enabled(if: geteuid() == 0)) struct QuotaTests {
    /// Opens connections, prints the replies on the first and the last, and keeps them open.
    private static let greedy = """
        use Socket; $| = 1;
        # The one that is refused may be closed before it is written to; the reason can be read nevertheless.
        $SIG{PIPE} = 'IGNORE';
        my ($path, $count) = @ARGV;
        my @all = map { socket(my $one, PF_UNIX, SOCK_STREAM, 0) or die "socket: $!"; $one } 1..$count;
        for my $one (@all) { connect($one, pack_sockaddr_un($path)) or die "connect: $!"; }
        for my $one ($all[0], $all[-1]) {
            syswrite($one, "show Lamp1\\n"); sysread($one, my $line, 4096); print $line;
        }
        print "open\\n"; sleep 60;
        """

    @Test func oneUserCanNotTakeAllConnections() throws {
        try Household.running(home: Household.lamps(1)) { household in
            #expect(chmod(household.folder.path, 0o755) == 0)
            #expect(chmod(household.socket, 0o666) == 0)
            let command =
                "ulimit -n 4096 && exec setpriv --reuid=65534 --regid=65534 --clear-groups perl -e \"$0\" \"$@\""
            let greedy = try household.start(
                "/bin/sh",
                ["-c", command, Self.greedy, household.socket, "1025"]
            )
            let output = try greedy.wait(for: "connections") { output, _ in output.contains("open\n") ? output : nil }
            let lines = output.split(separator: "\n")
            #expect(lines.first?.hasPrefix(#"{"ok""#) == true, "\(output)")
            #expect(lines.dropFirst().first?.hasPrefix(#"{"error":{"code":"busy""#) == true, "\(output)")
            #expect(lines.dropFirst().first?.contains("1024 connections are open") == true, "\(output)")
            expect(try household.domo("set", "Lamp1", "on"), says: ["accepted"])
        }
    }

    /// Silent connections of as many users as needed: five.
    private static let silent = """
        use Socket; $| = 1;
        my ($path, $count) = @ARGV;
        my @all = map { socket(my $one, PF_UNIX, SOCK_STREAM, 0) or die "socket: $!"; $one } 1..$count;
        for my $one (@all) { connect($one, pack_sockaddr_un($path)) or die "connect: $!"; }
        print "open\\n"; sleep 60;
        """

    @Test func silentConnectionsDoNotKeepRootOut() throws {
        try Household.running(home: Household.lamps(1)) { household in
            #expect(chmod(household.folder.path, 0o755) == 0)
            #expect(chmod(household.socket, 0o666) == 0)
            for user in 65530..<65535 {
                let command =
                    "ulimit -n 4096 && exec setpriv --reuid=\(user) --regid=65534 --clear-groups perl -e \"$0\" \"$@\""
                let silent = try household.start("/bin/sh", ["-c", command, Self.silent, household.socket, "1024"])
                _ = try silent.wait(for: "connections") { output, _ in output.contains("open\n") ? () : nil }
            }
            expect(try household.domo("set", "Lamp1", "on"), says: ["accepted"])
            let nobody = "exec setpriv --reuid=65529 --regid=65534 --clear-groups \"$0\" show Lamp1"
            expect(
                try household.run("/bin/sh", ["-c", nobody, "\(Programs.folder)/domo"]),
                status: 75,
                says: ["too many clients"]
            )
        }
    }
}
