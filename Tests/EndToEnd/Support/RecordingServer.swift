import Foundation

/// An HTTP server that accepts everything, and records or echoes requests.
final class RecordingServer: @unchecked Sendable {
    // Sendable because `kept` is protected by `lock`, and the rest is immutable.

    struct Request {
        /// `POST /path HTTP/1.1`
        var line: String
        /// The value of its header `Authorization`.
        var authorization: String?
    }

    let port: Int
    private let listener: Int32
    private let lock = NSLock()
    private var kept: [Request] = []
    private var received = ""
    private let echoes: Bool

    /// - Parameter echoes: answers with the head and body of the request.
    init(echoes: Bool = false) throws {
        self.echoes = echoes
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw Connection.Failure(description: String(cString: strerror(errno))) }
        self.listener = listener
        port = Int(in_port_t(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                self?.serve(client)
                close(client)
            }
        }
    }

    deinit {
        // Wakes the thread that accepts.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    var requests: [Request] {
        lock.lock()
        defer { lock.unlock() }
        return kept
    }

    /// Everything received.
    var lines: String {
        lock.lock()
        defer { lock.unlock() }
        return received
    }

    /// One request per connection.
    private func serve(_ client: Int32) {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            head += buffer[..<count]
        }
        let isWhole = {
            let text = String(decoding: head, as: UTF8.self)
            let length = text.lowercased().components(separatedBy: "content-length: ").dropFirst().first
            let body = text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
            return body.utf8.count >= length.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
        }
        while !isWhole() {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            head += buffer[..<count]
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let header = lines.first { $0.lowercased().hasPrefix("authorization: ") }
        lock.lock()
        received += String(decoding: head, as: UTF8.self)
        kept.append(
            Request(line: lines[0], authorization: header.map { String($0.dropFirst("authorization: ".count)) })
        )
        lock.unlock()
        let echo = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(head.count)\r\n\r\n"
        let answer =
            echoes ? Array(echo.utf8) + head : Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
        send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
    }
}
