public import DomoLanguage
import Glibc

/// A non-blocking connection to the daemon's control socket, for lines in both directions.
public final class ControlConnection {
    /// The maximum length of a line in bytes, including its newline.
    public static let maxLineLength = 64 * 1024
    /// The time for connecting, in seconds. It takes time only if the daemon hangs.
    private static let patience = 5

    public let descriptor: CInt
    /// Allocated once: the C library tidies its heap for each large block.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private var received = LineBuffer()
    private var pending: [UInt8] = []
    private var written = 0
    public private(set) var isAtEnd = false

    public var hasPending: Bool { written < pending.count }

    /// - Throws: `unreachable` if no daemon listens, `not-allowed` if the user may not open the socket.
    public init(path: String) throws(Fault) {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw Fault(.unreachable, "can't create a socket: \(String(cString: strerror(errno)))")
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else {
            throw Fault(
                .badConfiguration,
                "the socket path has \(path.utf8.count) bytes: \(path)",
                hint: "a socket path has at most 107 bytes"
            )
        }
        // Connecting blocks only while the daemon's backlog is full.
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                var result: CInt
                repeat {
                    result = connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
                } while result < 0 && errno == EINTR
                return result
            }
        }
        guard result == 0 else { throw Self.fault(connecting: errno, path: path) }
        let flags = fcntl(descriptor, F_GETFL)
        guard fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw Fault(.unreachable, "\(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        buffer.deallocate()
        if descriptor >= 0 { close(descriptor) }
    }

    private static func fault(connecting error: CInt, path: String) -> Fault {
        switch error {
        case ENOENT, ECONNREFUSED, ENOTDIR:
            Fault(
                .unreachable,
                "can't connect to domod at \(path)",
                hint: "start it: systemctl start domod; to try it with a simulated house: domod --demo"
            )
        case EACCES, EPERM:
            Fault(
                .notAllowed,
                "you may not open \(path)",
                hint: "join the group domo: sudo usermod -aG domo $USER, then log in again"
            )
        case EAGAIN:
            Fault(
                .deadlinePassed,
                "the daemon accepted no connection within \(patience) s: \(path)",
                hint: "see its log: journalctl -u domod"
            )
        default:
            Fault(.unreachable, "\(path): \(String(cString: strerror(error)))")
        }
    }

    /// Sends as much as possible at once, and buffers the rest.
    public func write(_ bytes: some Sequence<UInt8>) throws(Fault) {
        pending.append(contentsOf: bytes)
        try writePending()
    }

    public func writePending() throws(Fault) {
        while hasPending {
            let count = pending.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress! + written, bytes.count - written, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return
            // The daemon closed the connection; earlier replies can still be read.
            case EPIPE, ECONNRESET: break
            default: throw Fault(.unreachable, "can't send to the daemon: \(String(cString: strerror(errno)))")
            }
            break
        }
        pending.removeAll(keepingCapacity: true)
        written = 0
    }

    /// Reads the available bytes.
    public func readAvailable() throws(Fault) {
        while !isAtEnd {
            let count = recv(descriptor, buffer.baseAddress!, buffer.count, 0)
            if count > 0 {
                received.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                if count < buffer.count { return }
            } else if count == 0 || errno == ECONNRESET {
                isAtEnd = true
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                throw Fault(.unreachable, "can't read from the daemon: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// The next complete line, without its newline.
    public func takeLine() -> [UInt8]? {
        guard case .line(let line) = received.nextLine() else { return nil }
        return line
    }
}
