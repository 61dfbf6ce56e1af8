import Glibc
import Testing

@testable import DomoDaemon

struct ActivationSocketTests {
    /// A Unix socket as a service manager creates it.
    private func socket(_ path: String, type: CInt = CInt(SOCK_STREAM.rawValue), listens: Bool = true) -> CInt {
        let descriptor = Glibc.socket(AF_UNIX, type, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #expect(bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0)
            }
        }
        if listens { #expect(listen(descriptor, 8) == 0) }
        return descriptor
    }

    private func given(_ environment: [String: String], _ descriptor: CInt) throws -> ActivationSocket? {
        try ActivationSocket(environment: { environment[$0] }, process: 7, first: descriptor)
    }

    @Test func socketOfTheServiceManagerIsUsed() throws {
        let folder = try TemporaryFolder()
        let descriptor = socket(folder.path + "/domo.sock")
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
            socket(folder.path + "/a", listens: false),
            socket(folder.path + "/b", type: CInt(SOCK_DGRAM.rawValue), listens: false),
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
