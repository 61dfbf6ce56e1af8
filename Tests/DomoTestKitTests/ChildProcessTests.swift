import DomoTestKit
import Glibc
import Testing

@Suite struct ChildProcessTests {
    @Test func outputAndStatusAreKept() throws {
        let finished = try ChildProcess.run("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"])
        #expect((finished.status, finished.output, finished.errors) == (3, "out\n", "err\n"))
        let killed = try ChildProcess.run("/bin/sh", ["-c", "kill -TERM $$"])
        #expect(killed.status == 128 + SIGTERM)
    }

    @Test func waitsEndWithTheProgramOrTheTimeout() throws {
        let child = try ChildProcess("/bin/sh", ["-c", "echo ready; read line"], input: "/dev/zero")
        try child.wait(for: "readiness") { output, _ in output == "ready\n" ? () : nil }
        #expect(throws: KitFault.self) { try child.waitForEnd(within: 0.01) }
        #expect(throws: KitFault.self) { try child.wait(for: "more", within: 0.01) { _, _ -> Void? in nil } }
        #expect(child.status == nil)
        child.finish()
        #expect(child.status == 128 + SIGKILL)
        #expect(throws: KitFault.self) { try child.wait(for: "more") { _, _ -> Void? in nil } }
        // Another program may have its process id by now.
        child.send(SIGKILL)
    }

    @Test func programThatDoesNotExistIsReported() throws {
        let fault = #expect(throws: KitFault.self) { try ChildProcess("/nowhere/program", []) }
        #expect(fault?.description == "can't start /nowhere/program: No such file or directory")
    }

    /// Otherwise the end of a pipe would never be seen while another program runs.
    @Test func programInheritsNothingThatIsNotListed() throws {
        let (socket, _) = try Loopback.bound()
        defer { close(socket) }
        let (other, _) = try Loopback.bound()
        defer { close(other) }
        let listed: CInt = other == 9 ? 8 : 9
        let command = "for n in \(listed) \(other); do test -e /proc/self/fd/$n; echo $?; done"
        let child = try ChildProcess("/bin/sh", ["-c", command], descriptors: [.same(listed, as: socket)])
        #expect(try child.finished().output == "0\n1\n")
    }
}
