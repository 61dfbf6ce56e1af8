import DomoClient
import DomoTestKit
import Glibc
import NIOCore
import NIOPosix
import Testing

/// A control socket whose queue of new connections is full, as during a flood by a local user.
struct FullBacklogTests {
    private static func withAddress(_ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> CInt) throws -> CInt
    {
        try SocketAddress(unixDomainSocketPath: path).withSockAddr { use($0, socklen_t($1)) }
    }

    @Test func clientWaitsForItsPlace() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/socket"
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let listener = socket(AF_UNIX, type, 0)
        try #require(try Self.withAddress(path) { bind(listener, $0, $1) } == 0)
        try #require(listen(listener, 1) == 0)
        var others: [CInt] = []
        defer { for one in others + [listener] { close(one) } }
        while true {
            let other = socket(AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0)
            others.append(other)
            guard try Self.withAddress(path, { connect(other, $0, $1) }) != 0 else { continue }
            try #require(errno == EAGAIN)
            break
        }
        async let connection = DaemonConnection.connect(to: path, on: MultiThreadedEventLoopGroup.singleton.next())
        // Time to be refused, without the wait.
        try await Task.sleep(for: .milliseconds(100))
        for _ in 1..<others.count { close(accept(listener, nil, nil)) }
        #expect(try await connection.isOpen)
    }
}
