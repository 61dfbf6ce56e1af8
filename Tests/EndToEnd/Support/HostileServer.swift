import Foundation

/// An HTTP server on loopback with invalid answers. It counts the bytes that it could send.
final class HostileServer: @unchecked Sendable {
    // Sendable because `kept` is protected by `lock`, and the rest is immutable.

    /// What it sends after the head of a request. Endless answers continue until the client leaves or 1 GiB is sent.
    enum Answer: String, CaseIterable {
        /// Bytes that are not HTTP.
        case noise
        /// A status line, then endless header fields.
        case endlessHeaders
        /// A status line, then one endless header field.
        case endlessHeader
        /// Endless interim responses.
        case endlessInterim
        /// A body with a declared length of 1 GiB.
        case hugeBody
        /// An endless body, in chunks.
        case endlessChunks
        /// A chunk whose size is not a number.
        case badChunk
        /// Fewer bytes than declared.
        case cutBody
        /// A byte of the status line twice a second.
        case drip
    }

    let port: Int
    private let listener: CInt
    private let answer: Answer
    private let lock = NSLock()
    private var kept = (requests: 0, maxSent: 0)
    private static let limit = 1 << 30

    var url: String { "http://127.0.0.1:\(port)" }

    init(_ answer: Answer) throws {
        self.answer = answer
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw Connection.Failure(description: String(cString: strerror(errno))) }
        self.listener = listener
        port = Int(in_port_t(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let self else {
                    close(client)
                    return
                }
                Thread.detachNewThread {
                    self.serve(client)
                    close(client)
                }
            }
        }
    }

    deinit {
        // Wakes the thread that accepts.
        shutdown(listener, CInt(SHUT_RDWR))
        close(listener)
    }

    var requests: Int { locked { $0.requests } }
    /// The maximum number of bytes that one connection took, including socket buffers.
    var maxSent: Int { locked { $0.maxSent } }

    private func locked<Value>(_ body: (inout (requests: Int, maxSent: Int)) -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body(&kept)
    }

    private func serve(_ client: CInt) {
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(client, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        guard recv(client, &buffer, buffer.count, 0) > 0 else { return }
        locked { $0.requests += 1 }
        var sent = 0
        func send(_ bytes: [UInt8]) -> Bool {
            var done = 0
            while done < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(client, $0.baseAddress! + done, bytes.count - done, CInt(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                done += count
                sent += count
            }
            locked { $0.maxSent = max($0.maxSent, sent) }
            return true
        }
        func send(_ text: String) -> Bool { send(Array(text.utf8)) }
        func sendWithoutEnd(_ text: String) {
            let bytes = Array(text.utf8)
            while sent < Self.limit, send(bytes) {}
        }
        let letters = String(repeating: "x", count: 32_768)
        switch answer {
        case .noise:
            _ = send((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
        case .endlessHeaders:
            guard send("HTTP/1.1 200 OK\r\n") else { return }
            sendWithoutEnd(String(repeating: "X-Field: \(letters.prefix(900))\r\n", count: 64))
        case .endlessHeader:
            guard send("HTTP/1.1 200 OK\r\nX-Field: ") else { return }
            sendWithoutEnd(letters)
        case .endlessInterim: sendWithoutEnd(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1000))
        case .hugeBody:
            guard send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.limit)\r\n\r\n") else { return }
            sendWithoutEnd(letters)
        case .endlessChunks:
            guard send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n") else { return }
            sendWithoutEnd("8000\r\n\(letters)\r\n")
        case .badChunk: _ = send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\nnothing")
        case .cutBody: _ = send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"elements\":")
        case .drip:
            for byte in "HTTP/1.1 200 OK\r\n".utf8 {
                guard send([byte]) else { return }
                // Until the client leaves.
                var leaving = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
                guard poll(&leaving, 1, 500) == 0 else { return }
            }
        }
    }
}
