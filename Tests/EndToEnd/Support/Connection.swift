import DomoTestKit
import Foundation

/// A raw socket, to the daemon's control socket or to a loopback port. Waits have a timeout.
final class Connection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    init(socket path: String) throws {
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try connect(to: path) { UnixSocket.withAddress(path) { Glibc.connect(descriptor, $0, $1) } }
    }

    /// - Parameter receiveBuffer: the size in bytes; a small buffer is soon full.
    init(port: Int, receiveBuffer: CInt? = nil) throws {
        descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<CInt>.size))
        }
        try connect(to: "port \(port)") { Loopback.withAddress(port: port) { Glibc.connect(descriptor, $0, $1) } }
    }

    private func connect(to what: String, _ connect: () -> Int32) throws {
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect() == 0 else { throw KitFault(call: what) }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw KitFault(call: "sending") }
            sent += count
        }
    }

    /// Sends as much as possible without waiting.
    /// - Returns: the number of bytes sent; 0 if the other end doesn't read.
    func sendAtOnce(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes {
            max(0, Glibc.send(descriptor, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)))
        }
    }

    /// Shuts down both directions, which wakes a thread that waits for it.
    func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Ends sending.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next line; nil at the end.
    func line() throws -> String? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard try receive() else { return nil }
        }
    }

    /// Everything until the other end closes.
    func rest() throws -> String {
        while try receive() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// True if nothing is received within a time; the other end doesn't close either.
    func staysSilent(for seconds: Double) -> Bool {
        guard received.isEmpty else { return false }
        let end = Date(timeIntervalSinceNow: seconds)
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while case let left = end.timeIntervalSinceNow, left > 0 {
            if poll(&poller, 1, Int32(left * 1000) + 1) > 0 { return false }
        }
        return true
    }

    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw KitFault(call: "receiving") }
        received += buffer[..<count]
        return count > 0
    }
}
