import DomoHTTP
import DomoTestKit
import Glibc
import Testing

struct DownloadTests {
    private static func fetch(
        _ answer: @escaping @Sendable (TestServer.Request) -> TestServer.Answer,
        limit: Duration = .seconds(60)
    ) async throws -> [UInt8] {
        try await TestServer.run(answer) { server in
            try await Download.fetch("\(server.url)?house=1", limit: limit, maxSize: 1000)
        }
    }

    private static func file(_ text: String) -> TestServer.Answer {
        .bytes("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
    }

    @Test func completeFileIsDownloaded() async throws {
        #expect(try await Self.fetch { $0.method == "GET" ? Self.file("ñ\n") : .never } == Array("ñ\n".utf8))
        #expect(try await Self.fetch { _ in .status("200 OK") } == [])
    }

    @Test func atMostFiveRedirectsAreFollowed() async throws {
        @Sendable func answer(_ request: TestServer.Request, last: Int) -> TestServer.Answer {
            let hop = request.uri.hasPrefix("/hop") ? Int(request.uri.dropFirst(4))! : 0
            if hop == last { return Self.file("house") }
            return .status("302 Found", headers: "Location: /hop\(hop + 1)\r\n")
        }
        #expect(try await Self.fetch { answer($0, last: 5) } == Array("house".utf8))
        await #expect(throws: DownloadFault(message: "more than 5 redirects", isUnreachable: false)) {
            try await Self.fetch { answer($0, last: 6) }
        }
    }

    @Test(arguments: [
        ("file:///etc/passwd", "it is neither http nor https"),
        ("ftp://127.0.0.1/", "it is neither http nor https"),
        ("gopher://127.0.0.1:70/", "it is neither http nor https"),
        ("http://localhost/house", "it leads to another host"),
        ("//127.0.0.2:1/house", "it leads to another host"),
        ("https://example.org/house", "it leads to another host"),
        ("http://127.0.0.1.example.org/", "it leads to another host"),
    ])
    func aRedirectElsewhereIsRefused(location: String, why: String) async throws {
        try await TestServer.run { _ in
            .status("302 Found", headers: "Location: \(location)\r\n")
        } body: { server in
            let url = location.hasPrefix("//") ? "http:\(location)" : location
            let expected = DownloadFault(
                message: "the redirect from \(server.url) to \(url) was refused: \(why)",
                isUnreachable: false
            )
            let fault = await #expect(throws: DownloadFault.self) { try await Download.fetch(server.url) }
            #expect(fault == expected)
            #expect(server.requests.count == 1)
        }
    }

    @Test func aRefusedRedirectShowsNeitherQueriesNorPasswords() async throws {
        try await TestServer.run { _ in
            .status("302 Found", headers: "Location: http://ana:hunter2@localhost/house?token=hunter3\r\n")
        } body: { server in
            let url = "\(server.url)?token=hunter1"
            let fault = try await #require(throws: DownloadFault.self) { try await Download.fetch(url) }
            #expect(fault.message.contains("from \(server.url) to http://localhost/house was refused"))
            #expect(!fault.message.contains("hunter"))
        }
    }

    /// Another port of the host is another server.
    @Test func anotherPortOfTheHostGetsTheRequestWithoutCredentials() async throws {
        try await TestServer.run { _ in
            Self.file("house")
        } body: { other in
            try await TestServer.run { _ in
                .status("302 Found", headers: "Location: \(other.url)\r\n")
            } body: { server in
                let credentials = Credentials.basic(user: "ana", password: "hunter2")
                let bytes = try await Download.fetch(server.url, credentials: credentials)
                #expect(bytes == Array("house".utf8))
                #expect(server.requests.map { $0.headers["authorization"] != nil } == [true])
                #expect(other.requests.map { $0.headers["authorization"] } == [nil])
            }
        }
    }

    @Test func aRedirectOnTheSameServerKeepsTheCredentialsAndDropsItsOwnBody() async throws {
        try await TestServer.run { request in
            guard request.uri == "/signal" else { return Self.file("house") }
            return .bytes("HTTP/1.1 302 Found\r\nLocation: /moved\r\nContent-Length: 4\r\n\r\ngone")
        } body: { server in
            let credentials = Credentials.basic(user: "ana", password: "hunter2")
            let bytes = try await Download.fetch(server.url, credentials: credentials)
            #expect(bytes == Array("house".utf8))
            #expect(server.requests.map { $0.headers["authorization"] != nil } == [true, true])
        }
    }

    @Test func redirectDoesNotRestartTheTimeout() async throws {
        @Sendable func answer(_ request: TestServer.Request) -> TestServer.Answer {
            request.uri.hasPrefix("/signal") ? .status("302 Found", headers: "Location: /moved\r\n") : .never
        }
        await #expect(throws: DownloadFault(message: "not complete in 300 ms", isUnreachable: true)) {
            try await Self.fetch(answer, limit: .milliseconds(300))
        }
    }

    @Test(arguments: [
        (TestServer.Answer.status("404 No"), "HTTP 404 Not Found", false),
        (.status("503 No"), "HTTP 503 Service Unavailable", true),
        (.bytesThenClose(""), "the server closed the connection without an answer", true),
        (
            .bytesThenClose("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
            "the connection broke before the end", true
        ),
        (.bytes("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n"), "longer than 1000 bytes", false),
        (.endless("HTTP/1.1 200 OK\r\n\r\n"), "longer than 1000 bytes", false),
        (.bytesThenClose("garbage\r\n"), "the answer is not HTTP", false),
    ])
    func faultHasTheReasonAndWhetherTheServerIsUnreachable(
        answer: TestServer.Answer,
        message: String,
        isUnreachable: Bool
    ) async throws {
        await #expect(throws: DownloadFault(message: message, isUnreachable: isUnreachable)) {
            try await Self.fetch { _ in answer }
        }
    }

    @Test func silentServerEndsWithTheLimit() async throws {
        await #expect(throws: DownloadFault(message: "not complete in 200 ms", isUnreachable: true)) {
            try await Self.fetch({ _ in .never }, limit: .milliseconds(200))
        }
    }

    @Test func cancelledDownloadEndsEvenIfTheServerIsSilent() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let isSilent: @Sendable (TestServer.Request) -> TestServer.Answer = { _ in
            ask.yield()
            return .never
        }
        try await TestServer.run(isSilent) { server in
            let url = server.url
            // Longer than the time limit of tests.
            let download = Task { try await Download.fetch(url, limit: .seconds(600)) }
            for await _ in asked { break }
            download.cancel()
            let fault = await #expect(throws: DownloadFault.self) { try await download.value }
            #expect(fault?.kind == .cancelled)
        }
    }

    @Test func downloadOfACancelledTaskDoesNotWait() async throws {
        let listener = try FullListener()
        defer { listener.stop() }
        let download = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Download.fetch("http://127.0.0.1:\(listener.port)/", limit: .seconds(600))
        }
        let fault = await #expect(throws: DownloadFault.self) { try await download.value }
        #expect(fault?.kind == .cancelled)
    }

    @Test func missingServerIsUnreachable() async throws {
        let (descriptor, port) = try Loopback.bound()
        defer { close(descriptor) }
        await #expect(throws: DownloadFault(message: "connection refused", isUnreachable: true)) {
            try await Download.fetch("http://127.0.0.1:\(port)/")
        }
    }

    @Test(arguments: ["/etc/passwd", "file:///etc/passwd", "http://user:hunter2@127.0.0.1/"])
    func invalidURLIsRefused(url: String) async throws {
        let fault = await #expect(throws: DownloadFault.self) { try await Download.fetch(url) }
        #expect(fault?.kind == .badRequest)
        #expect(fault?.message.contains("hunter2") == false)
    }
}
