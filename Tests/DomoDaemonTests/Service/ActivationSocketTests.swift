import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon

struct ActivationSocketTests {
    /// A Unix socket as a service manager creates it.
    private func socket(_ path: String, _ kind: Loopback.Kind = .stream, listens: Bool = true) throws -> CInt {
        let descriptor = try UnixSocket.bound(path, kind, backlog: listens ? 8 : nil)
        // As it is inherited.
        #expect(fcntl(descriptor, F_SETFD, 0) == 0)
        return descriptor
    }

    private func given(_ environment: [String: String], _ descriptor: CInt) throws -> ActivationSocket? {
        try ActivationSocket(environment: { environment[$0] }, process: 7, first: descriptor)
    }

    @Test func socketOfTheServiceManagerIsUsed() throws {
        let folder = try TemporaryFolder()
        let descriptor = try socket(folder.path + "/domo.sock")
        defer { close(descriptor) }
        let given = try given(["LISTEN_PID": "7", "LISTEN_FDS": "1"], descriptor)
        #expect(given?.path == folder.path + "/domo.sock")
        #expect(given?.descriptor == descriptor)
        // No child inherits it.
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test(arguments: [
        [:], ["LISTEN_PID": "8", "LISTEN_FDS": "1"], ["LISTEN_PID": "7"], ["LISTEN_PID": "7", "LISTEN_FDS": "0"],
    ])
    func environmentForAnotherProcessIsIgnored(_ environment: [String: String]) throws {
        #expect(try given(environment, -1) == nil)
    }

    @Test func otherDescriptorsAreRejected() throws {
        let folder = try TemporaryFolder()
        let environment = ["LISTEN_PID": "7", "LISTEN_FDS": "1"]
        for descriptor in [
            try socket(folder.path + "/a", listens: false),
            try socket(folder.path + "/b", .datagram, listens: false),
            open("/dev/null", O_RDONLY),
        ] {
            defer { close(descriptor) }
            let fault = #expect(throws: StartFault.self) { try given(environment, descriptor) }
            #expect(fault?.message.contains("Unix stream socket") == true, "\(fault?.message ?? "")")
        }
        let fault = #expect(throws: StartFault.self) { try given(["LISTEN_PID": "7", "LISTEN_FDS": "2"], 0) }
        #expect(fault?.message.contains("2 sockets") == true, "\(fault?.message ?? "")")
    }
}
