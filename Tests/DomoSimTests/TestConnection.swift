import DomoTestKit
import Glibc

/// A plain TCP connection to the simulator, without an HTTP library.
final class TestConnection {
    private let descriptor: Int32

    struct SystemFault: Error {
        var call: String
        var number: Int32 = errno
    }

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemFault(call: "socket") }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard Loopback.withAddress(port: port, { connect(descriptor, $0, $1) }) == 0 else {
            defer { close(descriptor) }
            throw SystemFault(call: "connect")
        }
    }

    deinit { close(descriptor) }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw SystemFault(call: "send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads until the peer closes the connection.
    func readToEnd() throws -> String {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &block, block.count, 0)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            // A reset counts as the end.
            if count < 0, errno == ECONNRESET { return String(decoding: bytes, as: UTF8.self) }
            guard count > 0 else { throw SystemFault(call: "recv") }
            bytes.append(contentsOf: block[..<count])
        }
    }

    /// Reads the bytes that arrive next.
    func readSome() throws -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &block, block.count, 0)
        guard count > 0 else { throw SystemFault(call: "recv") }
        return Array(block.prefix(count))
    }

    /// Sends one request on a new connection.
    static func exchange(_ method: String, _ target: String, port: Int) throws -> String {
        let connection = try TestConnection(port: port)
        try connection.write(
            "\(method) \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
        return try connection.readToEnd()
    }
}
