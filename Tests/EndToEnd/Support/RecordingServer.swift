import DomoTestKit
import Foundation

/// An HTTP server that accepts everything, and records or echoes requests.
final class RecordingServer: Sendable {
    struct Request {
        /// `POST /path HTTP/1.1`
        var line: String
        /// The value of its header `Authorization`.
        var authorization: String?
    }

    private struct Kept {
        var requests: [Request] = []
        var received = ""
    }

    private let server: LoopbackServer
    private let kept: Monitor<Kept>

    var port: Int { server.port }

    /// - Parameter echoes: answers with the head and body of the request.
    init(echoes: Bool = false) throws {
        let kept = Monitor(Kept())
        self.kept = kept
        server = try LoopbackServer { Self.serve($0, kept, echoes: echoes) }
    }

    var requests: [Request] { kept.read { $0.requests } }

    /// Everything received.
    var lines: String { kept.read { $0.received } }

    /// One request per connection.
    private static func serve(_ client: Int32, _ kept: Monitor<Kept>, echoes: Bool) {
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
        kept.change { kept in
            kept.received += String(decoding: head, as: UTF8.self)
            kept.requests.append(
                Request(line: lines[0], authorization: header.map { String($0.dropFirst("authorization: ".count)) })
            )
        }
        let echo = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(head.count)\r\n\r\n"
        let answer =
            echoes ? Array(echo.utf8) + head : Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
        send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
    }
}
