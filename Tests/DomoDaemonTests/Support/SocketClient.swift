import DomoTestKit
import Glibc

/// A blocking client of the control socket, with a time limit on every wait.
final class SocketClient {
    let file: Int32
    private var bytes: [UInt8] = []

    struct Problem: Error {
        var what: String
    }

    init(_ path: String) throws {
        file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard UnixSocket.withAddress(path, { connect(file, $0, $1) }) == 0 else {
            close(file)
            throw Problem(what: "connect: \(String(cString: strerror(errno)))")
        }
        var limit = timeval(tv_sec: 90, tv_usec: 0)
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(file)
    }

    func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

    func send(bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(file, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Problem(what: "send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    func endSending() { shutdown(file, Int32(SHUT_WR)) }

    /// The next line; nil at the end.
    func line() throws -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = recv(file, &chunk, chunk.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return nil }
            guard count > 0 else { throw Problem(what: "recv: \(String(cString: strerror(errno)))") }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    func ask(_ line: String) throws -> String {
        try send(line + "\n")
        guard let answer = try self.line() else { throw Problem(what: "no answer to \(line)") }
        return answer
    }
}
