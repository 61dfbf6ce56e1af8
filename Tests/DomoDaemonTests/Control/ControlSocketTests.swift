import Dispatch
import DomoLanguage
import DomoSystem
import DomoTestKit
import Glibc
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import DomoDaemon

/// How a daemon takes its socket and its folder.
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

    @Test func socketOfADeadDaemonIsReplaced() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/domo.sock"
        close(try UnixSocket.bound(path))
        let (server, group) = try await bind(path)
        #expect(try SocketClient(path).ask("scenes") == #"{"ok":{"scenes":[]}}"#)
        try await server.channel.close()
        try await group.shutdownGracefully()
    }

    /// The umask applies to the whole process, and would affect files that other threads create.
    @Test func umaskIsUnchangedWhileTheSocketIsCreated() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/domo.sock"
        let before = try umaskNow()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let runtime = HouseRuntime(eventLoop: group.next(), seed: 1, log: log, requestLoad: { _ in })
        let mayGoOn = DispatchSemaphore(value: 0)
        group.next().execute { mayGoOn.wait() }
        async let binding = ControlServer.bind(path, runtime: runtime, group: group, log: log)
        // The blocked event loop holds up the bind, before or after the socket is created.
        while access(path, F_OK) != 0, try umaskNow() == before { await Task.yield() }
        #expect(try umaskNow() == before)
        mayGoOn.signal()
        try await binding.channel.close()
        try await group.shutdownGracefully()
    }

    private func umaskNow() throws -> String {
        let status = String(decoding: try FileBytes.read("/proc/self/status", maxBytes: 65_536), as: UTF8.self)
        return String(try #require(status.split(separator: "\n").first { $0.hasPrefix("Umask:") }))
    }

    @Test func otherFileAtTheSocketPathIsKept() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/precious"
        try FileBytes.replace(path, with: [1, 2, 3])
        let fault = await #expect(throws: StartFault.self) { _ = try await bind(path) }
        #expect(fault?.status == .badConfiguration)
        #expect(try FileBytes.read(path, maxBytes: 10) == [1, 2, 3])
    }

    @Test func tooLongPathIsRejected() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + String(repeating: "x", count: 120)
        let fault = await #expect(throws: StartFault.self) { _ = try await bind(path) }
        #expect(fault?.status == .badConfiguration)
    }

    @Test func secondDaemonIsRejectedUntilTheFirstEnds() throws {
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
