import DomoTestKit
import Foundation

/// An HTTP server on loopback with invalid answers. It counts the bytes that it could send.
final class HostileServer: Sendable {
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
        /// A complete body, then endless trailers.
        case endlessTrailers
        /// A chunk with an endless extension.
        case endlessExtension
        /// An endless body, in chunks of one byte.
        case smallChunks
        /// A chunk whose size is not a number.
        case badChunk
        /// Fewer bytes than declared.
        case cutBody
        /// A byte of the status line twice a second.
        case drip
    }

    private struct Kept {
        var requests = 0
        var maxSent = 0
    }

    private let server: LoopbackServer
    private let kept: Monitor<Kept>
    private static let limit = 1 << 30

    var port: Int { server.port }
    var url: String { "http://127.0.0.1:\(port)" }

    init(_ answer: Answer) throws {
        let kept = Monitor(Kept())
        self.kept = kept
        server = try LoopbackServer { Self.serve($0, answer, kept) }
    }

    var requests: Int { kept.read { $0.requests } }
    /// The maximum number of bytes that one connection took, including socket buffers.
    var maxSent: Int { kept.read { $0.maxSent } }

    private static func serve(_ client: CInt, _ answer: Answer, _ kept: Monitor<Kept>) {
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(client, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        guard recv(client, &buffer, buffer.count, 0) > 0 else { return }
        kept.change { $0.requests += 1 }
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
            kept.change { $0.maxSent = max($0.maxSent, sent) }
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
        case .endlessTrailers:
            guard send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n") else { return }
            sendWithoutEnd(String(repeating: "X-Field: \(letters.prefix(900))\r\n", count: 64))
        case .endlessExtension:
            guard send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;") else { return }
            sendWithoutEnd(letters)
        case .smallChunks:
            guard send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n") else { return }
            sendWithoutEnd(String(repeating: "1\r\nx\r\n", count: 10_000))
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
