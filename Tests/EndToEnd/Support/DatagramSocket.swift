import DomoTestKit
import Glibc

/// A Unix datagram socket for reading, as a service manager has. Waits have a timeout.
final class DatagramSocket {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = try UnixSocket.bound(path, .datagram)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// The next datagram; nil if none arrives in time.
    func next(within seconds: Int32) throws -> String? {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, seconds * 1000) > 0 ? try next() : nil
    }

    /// The next datagram.
    func next() throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
            throw KitFault(call: "receiving")
        }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
