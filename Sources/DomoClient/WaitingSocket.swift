import Glibc
import NIOCore
import NIOPosix

/// Connects to a Unix socket whose queue of new connections is full. A socket that does not block would be refused then,
/// while others who wait get the places that become free.
enum WaitingSocket {
    private static let seconds = 5

    /// - Returns: the connected socket.
    static func connect(to path: String) async throws -> CInt {
        try await NIOThreadPool.singleton.runIfActive { try connected(to: path) }
    }

    private static func connected(to path: String) throws -> CInt {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let address: SocketAddress
        do {
            address = try SocketAddress(unixDomainSocketPath: path)
        } catch {
            close(descriptor)
            throw error
        }
        var result: CInt
        repeat {
            result = address.withSockAddr { pointer, size in Glibc.connect(descriptor, pointer, socklen_t(size)) }
        } while result < 0 && errno == EINTR
        guard result == 0 else {
            let fault = IOError(errnoCode: errno, reason: "connect")
            close(descriptor)
            throw fault
        }
        return descriptor
    }
}
