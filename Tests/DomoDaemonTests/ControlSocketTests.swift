import DomoLanguage
import Glibc
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import DomoDaemon

/// How a daemon comes by its socket and its folder.
struct ControlSocketTests {
    private func bind(_ path: String) async throws -> (ControlServer, MultiThreadedEventLoopGroup) {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let runtime = HouseRuntime(eventLoop: group.next(), seed: 1, log: log, requestLoad: { _ in })
        do {
            return (try await ControlServer.bind(path, runtime: runtime, group: group, log: log), group)
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }

    @Test func theSocketOfADeadDaemonIsTakenOver() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/domo.sock"
        let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        close(file)
        let (server, group) = try await bind(path)
        #expect(try SocketClient(path).ask("scenes") == #"{"ok":{"scenes":[]}}"#)
        try await server.channel.close()
        try await group.shutdownGracefully()
    }

    /// The umask belongs to the whole process: files that others make meanwhile would get it.
    @Test(arguments: [0, 0o077] as [mode_t])
    func socketIsForOwnerAndGroupWhateverTheUmask(mask: mode_t) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/domo.sock"
        let before = umask(mask)
        defer { umask(before) }
        let (server, group) = try await bind(path)
        #expect(umask(mask) == mask)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        try await server.channel.close()
        try await group.shutdownGracefully()
    }

    @Test func whatIsNoSocketIsLeftAlone() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/precious"
        try FileBytes.replace(path, with: [1, 2, 3])
        let fault = await #expect(throws: StartFault.self) { _ = try await bind(path) }
        #expect(fault?.status == .badConfiguration)
        #expect(try FileBytes.read(path, longest: 10) == [1, 2, 3])
    }

    @Test func aPathThatIsTooLongIsRefused() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + String(repeating: "x", count: 120)
        let fault = await #expect(throws: StartFault.self) { _ = try await bind(path) }
        #expect(fault?.status == .badConfiguration)
    }

    @Test func aSecondDaemonIsRefusedUntilTheFirstIsGone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        do {
            let first = try InstanceLock(path, guarding: "this")
            let fault = #expect(throws: StartFault.self) { try InstanceLock(path, guarding: "the socket X") }
            #expect(fault?.status == .unreachable)
            #expect(fault?.message.contains("the socket X") == true)
            withExtendedLifetime(first) {}
        }
        _ = try InstanceLock(path, guarding: "this")
    }
}
