import CLibCurl
import DomoEngine
import DomoModel
import Glibc
import Synchronization
import Testing

@testable import DomoHTTP

/// Answers without end that libcurl itself does not limit: interim answers, trailers, and what is between chunks.
struct EndlessAnswerTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let longHead = "the header fields of the answer are longer than 65536 bytes"
    private static let lamp = Target.named("Lamp", .binary)

    private static func dialect() throws -> Dialect {
        try Dialect.read(
            """
            order: {url: "{url}/{name}/{word}"}
            actions: {on: {word: 1}, off: {word: 0}}
            state: {one: {url: "{url}/{name}", json: state}, binary: }
            """,
            name: "x"
        )
    }

    private static func report(of answer: TestServer.Answer, loop: CurlLoop = CurlLoop()) async throws -> Answer {
        try await TestServer.run { _ in
            answer
        } body: { server in
            let fixture = try LinkFixture(server.url, loop: loop, dialect: dialect())
            defer { fixture.loop.stop() }
            return await fixture.report([lamp])
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (
                TestServer.Answer.repeating("X-Field: x\r\n", after: "HTTP/1.1 200 OK\r\n"),
                Answer.unusable(reason: longHead)
            ),
            (.repeating("X-Field: x\r\n", after: "\(chunked)2\r\n{}\r\n0\r\n"), .unusable(reason: longHead)),
            (.repeating("HTTP/1.1 100 Continue\r\n\r\n", after: ""), .failed(reason: longHead)),
            (.repeating("1\r\nx\r\n", after: chunked), .unusable(reason: "the answer is longer than 1048576 bytes")),
            (
                .repeating("extension=", after: "\(chunked)2;"),
                .unusable(reason: "the server sent more than 9437184 bytes as one answer")
            ),
        ]
    )
    func anEndlessAnswerEndsAtItsLimit(answer: TestServer.Answer, expected: Answer) async throws {
        #expect(try await Self.report(of: answer) == expected)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            // With a status line, the order was accepted, whatever happens to the rest.
            (TestServer.Answer.repeating("X-Field: x\r\n", after: "\(chunked)2\r\n{}\r\n0\r\n"), Outcome.accepted),
            (.repeating("extension=", after: "\(chunked)2;"), .accepted),
            (.repeating("HTTP/1.1 100 Continue\r\n\r\n", after: ""), .lost(reason: longHead)),
        ]
    )
    func anOrderEndsWithWhatIsKnown(answer: TestServer.Answer, expected: Outcome) async throws {
        #expect(try await LinkFixture.outcome(of: answer) == expected)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("X-Field: x\r\n", "\(chunked)2\r\n{}\r\n0\r\n", longHead),
            ("extension=", "\(chunked)2;", "the server sent more than 1056576 bytes as one answer"),
        ]
    )
    func aHouseIsNotReadWithoutEnd(text: String, head: String, reason: String) async throws {
        try await TestServer.run { _ in
            .repeating(text, after: head)
        } body: { server in
            _ = await #expect(throws: DownloadFault(message: reason, isUnreachable: false)) {
                try await Download.fetch(server.url, limit: .seconds(60), maxSize: 1000)
            }
        }
    }

    /// A body in the smallest chunks is as good as any other.
    @Test func anAnswerInOneByteChunksIsRead() async throws {
        let body = "{\"state\": \"on\"\(String(repeating: " ", count: 900_000))}"
        let chunks = body.map { "1\r\n\($0)\r\n" }.joined()
        let report = try await Self.report(of: .bytes("\(Self.chunked)\(chunks)0\r\n\r\n"))
        #expect(report == .states([.init(target: 0, type: .binary, value: .on)]))
    }

    /// Other servers have their turn before more of it is read.
    @Test(.timeLimit(.minutes(1))) func aBoundedPartIsReadPerTurn() async throws {
        struct Seen {
            var maxRead = 0
            var socket: curl_socket_t?
            var turns = 0
            /// Calls without an event of a socket, in a row.
            var calls = 0
            var maxCalls = 0
        }
        let seen = Mutex(Seen())
        var handles = CurlHandles()
        let act = handles.act
        handles.act = { multi, socket, events in
            let known = seen.withLock { seen in
                if socket == CURL_SOCKET_TIMEOUT { seen.calls += 1 } else { (seen.calls, seen.socket) = (0, socket) }
                seen.turns += 1
                seen.maxCalls = max(seen.maxCalls, seen.calls)
                return seen.socket
            }
            let before = known.map(Self.read) ?? 0
            let code = act(multi, socket, events)
            let after = known.map(Self.read) ?? 0
            seen.withLock { $0.maxRead = max($0.maxRead, after - before) }
            return code
        }
        let answer = TestServer.Answer.repeating("extension=", after: "\(Self.chunked)2;")
        _ = try await Self.report(of: answer, loop: CurlLoop(handles: handles))
        let result = seen.withLock { $0 }
        #expect(result.turns > 50)
        // 100 KiB, and what arrives while it is measured.
        #expect(result.maxRead < 500_000)
        #expect(result.maxCalls < 20)
    }

    /// What has been read on a connection.
    private static func read(_ socket: curl_socket_t) -> Int {
        // Only counted, and not copied: tcp(7).
        let unread = recv(socket, nil, 1 << 30, CInt(MSG_PEEK) | CInt(MSG_TRUNC) | CInt(MSG_DONTWAIT))
        return Int(domo_curl_arrived(socket)) - max(0, unread)
    }
}
