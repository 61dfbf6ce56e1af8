import CLibCurl
import DomoTestKit
import Glibc
import Synchronization
import Testing

@testable import DomoNotify

/// Transfers of libcurl.
struct CurlThreadTests {
    private static func get(_ url: String) -> TransferRequest {
        TransferRequest(
            url: url,
            shown: url,
            form: .http(method: "GET", headers: [], body: nil),
            timeout: .seconds(600)
        )
    }

    private static func result(_ curl: CurlThread, _ request: TransferRequest) async -> TransferResult {
        await withCheckedContinuation { continuation in
            curl.start(request, completion: { continuation.resume(returning: $0) })
        }
    }

    /// The address that is connected to decides, and not its name.
    @Test(arguments: [
        "localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "0.0.0.0",
        "127.1", "2130706433", "0x7f000001",
    ])
    func privateAddressIsNotConnectedTo(host: String) async throws {
        let connections = Atomic(0)
        let server = try LoopbackServer { _ in connections.add(1, ordering: .relaxed) }
        let curl = CurlThread()
        var request = Self.get("http://\(host):\(server.port)/")
        request.isOnlyPublic = true
        let result = await Self.result(curl, request)
        #expect(result.isPrivate && !result.isBegun && result.status == 0)
        #expect(result.code != CURLE_OK)
        #expect(connections.load(ordering: .relaxed) == 0)
        curl.stop()
    }

    @Test func answerIsKeptUpToItsLimit() async throws {
        let server = try LoopbackServer { client in
            var bytes = [UInt8](repeating: 0, count: 1000)
            _ = read(client, &bytes, 1000)
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789".utf8)
            _ = write(client, answer, answer.count)
        }
        let curl = CurlThread()
        var request = Self.get("http://127.0.0.1:\(server.port)/")
        let whole = await Self.result(curl, request)
        #expect((whole.status, whole.isTooLong, whole.answer) == (200, false, Array("0123456789".utf8)))
        request.maxAnswer = 5
        let part = await Self.result(curl, request)
        #expect((part.status, part.isTooLong, part.answer) == (200, true, Array("01234".utf8)))
        curl.stop()
    }

    /// A server that answers with a text, and then with another one again and again.
    private static func server(_ head: String, then text: String) throws -> LoopbackServer {
        try LoopbackServer { client in
            var bytes = [UInt8](repeating: 0, count: 1000)
            _ = Glibc.read(client, &bytes, 1000)
            var next = Array(head.utf8)
            let repeated = Array(String(repeating: text, count: 1 + 65_536 / text.utf8.count).utf8)
            while send(client, next, next.count, CInt(MSG_NOSIGNAL)) > 0 { next = repeated }
        }
    }

    /// libcurl limits neither trailers nor interim answers, nor what is between chunks.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "X-Field: x\r\n"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", "X-Field: x\r\n"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;", "extension="),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
            ("HTTP/1.1 102 Processing\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n"),
        ]
    )
    func endlessAnswerEndsAtItsLimit(head: String, text: String) async throws {
        let server = try Self.server(head, then: text)
        let curl = CurlThread()
        let result = await Self.result(curl, Self.get("http://127.0.0.1:\(server.port)/"))
        #expect(result.isTooLong && result.reason == "the answer is too long")
        #expect(result.answer.count <= 64 * 1024)
        curl.stop()
    }

    @Test(.timeLimit(.minutes(1)), arguments: [("220-", "more\r\n220-"), ("220 ", "endless")])
    func endlessReplyOfAMailServerEndsAtItsLimit(head: String, text: String) async throws {
        let server = try LoopbackServer { client in
            var next = Array(head.utf8)
            let repeated = Array(String(repeating: text, count: 1 + 65_536 / text.utf8.count).utf8)
            while send(client, next, next.count, CInt(MSG_NOSIGNAL)) > 0 { next = repeated }
        }
        let curl = CurlThread()
        var request = Self.get("smtp://127.0.0.1:\(server.port)/")
        request.form = .mail(from: "a@b.c", to: ["d@e.f"], message: [], encryption: .none)
        let result = await Self.result(curl, request)
        #expect(result.code != CURLE_OK && result.code != CURLE_OPERATION_TIMEDOUT)
        curl.stop()
    }

    @Test func otherProtocolsAreRefused() async {
        let curl = CurlThread()
        for url in ["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/", "smtp://127.0.0.1/"] {
            let result = await Self.result(curl, Self.get(url))
            #expect(result.code == CURLE_UNSUPPORTED_PROTOCOL && result.answer == [])
        }
        curl.stop()
    }

    @Test func stopEndsWhatIsInFlight() async throws {
        let server = try LoopbackServer { client in
            var bytes = [UInt8](repeating: 0, count: 1000)
            while read(client, &bytes, 1000) > 0 {}
        }
        let curl = CurlThread()
        let begun = Atomic(false)
        async let result = withCheckedContinuation { continuation in
            curl.start(
                Self.get("http://127.0.0.1:\(server.port)/"),
                begin: { begun.store(true, ordering: .relaxed) },
                completion: { continuation.resume(returning: $0) }
            )
        }
        while !begun.load(ordering: .relaxed) { await Task.yield() }
        curl.stop()
        #expect(await result.code == CURLE_ABORTED_BY_CALLBACK)
        #expect(await Self.result(curl, Self.get("http://127.0.0.1/")).reason == "domo-notify is stopping")
    }

    @Test func missingLibraryIsReported() async {
        let curl = CurlThread(library: "libnone.so")
        let result = await Self.result(curl, Self.get("http://127.0.0.1/"))
        #expect(result.reason.contains("libcurl can't be used") && !result.isBegun)
        curl.stop()
    }

    @Test(
        arguments: [
            ("Nov 27 07:00:00 2026 GMT", 1_795_762_800), ("Jan  1 00:00:00 1970 GMT", 0),
            ("Feb 29 23:59:59 2028 GMT", 1_835_481_599),
            ("Feb 30 00:00:00 2027 GMT", nil), ("", nil), ("Nov 27 2026", nil), ("Foo 27 07:00:00 2026 GMT", nil),
        ] as [(String, Int64?)]
    )
    func dateOfACertificate(text: String, seconds: Int64?) {
        #expect(CertificateDate.read(text) == seconds)
    }
}
