import DomoLanguage
import DomoSystem
import DomoTestKit
import Glibc
import Synchronization

/// Serves a text over HTTP on a loopback port, or fails as the test wants.
final class HouseServer: Sendable {
    /// How it answers.
    enum Answer: Sendable {
        case file(String)
        case status(String)
        /// Accepts the connection and never responds.
        case silence
        /// Never responds; calls this once this many requests are waiting.
        case silenceThen(requests: Int, @Sendable () -> Void)
        /// Responds with this file once this many requests are waiting.
        case fileAfter(requests: Int, String)
    }

    let port: Int
    private let listener: CInt
    private let answer: Mutex<Answer>
    private let open = Mutex<[CInt]>([])

    var url: String { "http://127.0.0.1:\(port)/house.xml" }

    /// How many requests are waiting for their answers.
    var waiting: Int { open.withLock { $0.count } }

    init(_ answer: Answer, port: Int = 0) throws {
        self.answer = Mutex(answer)
        (listener, self.port) = try Loopback.bound(port: port, backlog: 16)
        try WorkerThread.start(name: "house-server") { self.work() }
    }

    func setAnswer(_ answer: Answer) { self.answer.withLock { $0 = answer } }

    /// Refuses connections from now on.
    func stop() {
        shutdown(listener, CInt(SHUT_RDWR))
        open.withLock { open in
            for connection in open { close(connection) }
            open = []
        }
    }

    private func work() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 4096)
            _ = recv(connection, &buffer, buffer.count, 0)
            open.withLock { $0.append(connection) }
            switch answer.withLock({ $0 }) {
            case .file(let text): reply("200 OK", text)
            case .status(let status): reply(status, "")
            case .silence: break
            case .silenceThen(let count, let body): if waiting == count { body() }
            case .fileAfter(let count, let text): if waiting >= count { reply("200 OK", text) }
            }
        }
        close(listener)
    }

    /// Replies to all waiting requests.
    private func reply(_ status: String, _ text: String) {
        let bytes = Array(
            "HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)".utf8
        )
        open.withLock { open in
            for connection in open {
                _ = send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
                close(connection)
            }
            open = []
        }
    }
}
