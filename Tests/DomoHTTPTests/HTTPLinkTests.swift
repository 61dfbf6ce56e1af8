import DomoEngine
import DomoModel
import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoHTTP

struct HTTPLinkTests {
    /// The next order tries again, because the package may have been installed meanwhile.
    @Test func withoutLibcurlNothingIsSentAndTheReasonSaysWhatToInstall() async throws {
        let fixture = try LinkFixture("http://127.0.0.1:9", loop: CurlLoop(library: "libcurl-missing.so.4"))
        defer { fixture.loop.stop() }
        for _ in 0..<2 {
            guard case .notSent(let reason, _) = await fixture.outcome() else {
                Issue.record("it was sent")
                return
            }
            #expect(reason.contains("libcurl-missing.so.4: cannot open shared object file"))
            #expect(reason.hasSuffix("check that the package libcurl4 is installed"))
        }
    }

    @Test(arguments: ["Buzzer", "a&b=c#d+e f/ñ🚪%41", "..", "a\"b'c\\d", "日本語", "%", "?x=1", "\u{301}e"])
    func nameAndTextArriveIntact(name: String) async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome(.text(name), element: name) == .accepted)
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(request.uri.hasPrefix("/signal?"))
            let parts = [["operation", "setValue"], ["PERVMLSERVICENAME", name], ["value", name]] as [[String?]]
            #expect(queryParts(request.uri) == parts)
        }
    }

    @Test func signalIsAnEmptyPost() async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            _ = await fixture.outcome()
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.headers["content-length"] == "0")
            #expect(request.headers["expect"] == nil)
            #expect(request.headers["content-type"] == nil)
            #expect(request.headers["authorization"] == nil)
            #expect(request.bodyLength == 0)
        }
    }

    @Test(arguments: HTTPMethod.allCases)
    func methodOfTheDialectIsSent(method: HTTPMethod) async throws {
        let dialect = try Dialect.read(
            """
            actions:
              on: {method: \(method.rawValue), url: "{url}/{name}"}
              level: {method: POST, url: "{url}/{name}/{value}"}
            """,
            name: "x"
        )
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url, dialect: dialect)
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome(.on, element: "...") == .accepted)
            #expect(await fixture.outcome(.level(.zero), element: "a/b", id: 2) == .accepted)
            #expect(await fixture.outcome(.on, id: 3) == .accepted)
            #expect(server.requests.map(\.method) == [method.rawValue, "POST", method.rawValue])
            #expect(server.requests.map(\.uri) == ["/signal/...", "/signal/a%2Fb/0", "/signal/Buzzer"])
        }
    }

    @Test(arguments: [
        ("200 OK", Outcome.accepted), ("201 Created", .accepted), ("299 Odd", .accepted),
        ("302 Found", .refused(reason: "HTTP 302 Found", isPassing: false)),
        ("304 Not Modified", .refused(reason: "HTTP 304 Not Modified", isPassing: false)),
        ("400 Bad Request", .refused(reason: "HTTP 400 Bad Request", isPassing: false)),
        ("401 No", .refused(reason: "HTTP 401 Unauthorized", isPassing: false)),
        ("502 Bad Gateway", .lost(reason: "HTTP 502 Bad Gateway")),
        ("504 Gateway Timeout", .lost(reason: "HTTP 504 Gateway Timeout")),
        ("404 Nope", .refused(reason: "HTTP 404 Not Found", isPassing: false)),
        ("408 Slow", .refused(reason: "HTTP 408 Request Timeout", isPassing: true)),
        ("429 Much", .refused(reason: "HTTP 429 Too Many Requests", isPassing: true)),
        ("500 Oh", .refused(reason: "HTTP 500 Internal Server Error", isPassing: true)),
        ("503 Oh", .refused(reason: "HTTP 503 Service Unavailable", isPassing: true)),
        ("599 Oh", .refused(reason: "HTTP 599", isPassing: true)),
    ])
    func statusDecides(line: String, expected: Outcome) async throws {
        #expect(try await LinkFixture.outcome(of: .status(line)) == expected)
    }

    @Test(arguments: [
        ("401 No", "password"), ("403 No", "not allowed to do this"), ("404 Nope", "elements"),
        ("410 Gone", "elements"), ("405 No", "dialect"), ("302 Found", "new address"), ("429 Much", "fewer"),
        ("503 Oh", nil),
    ])
    func refusalHasAHint(line: String, expected: String?) async throws {
        try await TestServer.run { _ in
            .status(line)
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            guard case .refused(_, _, _, let hint) = await fixture.outcomeWithHint() else {
                Issue.record("it was not refused")
                return
            }
            #expect(expected.map { hint?.contains($0) == true } ?? (hint == nil), "\(hint ?? "none")")
        }
    }

    @Test func redirectIsNotFollowed() async throws {
        try await TestServer.run { request in
            .status("307 Temporary Redirect", headers: "Location: /elsewhere\r\n")
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            let refused = Outcome.refused(reason: "HTTP 307 Temporary Redirect", isPassing: false)
            #expect(await fixture.outcome() == refused)
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [
        // With a status line, the order was accepted, whatever happens to the rest.
        (TestServer.Answer.bytesThenClose("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), Outcome.accepted),
        (.endless("HTTP/1.1 200 OK\r\n\r\n"), .accepted),
        (.endless("HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\n"), .accepted),
        (.endless("HTTP/1.1 500 No\r\n\r\n"), .refused(reason: "HTTP 500 Internal Server Error", isPassing: true)),
        (.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a chunk\r\n"), .accepted),
        (.bytes("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"), .accepted),
        (
            .bytes(
                "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Filler: 0123456789\r\n", count: 10_000)
                    + "Content-Length: 0\r\n\r\n"
            ), .accepted
        ),
        (.bytesThenClose(""), .lost(reason: "the server closed the connection without an answer")),
        (.bytesThenClose("SSH-2.0-OpenSSH_9.2\r\n"), .lost(reason: "the answer is not HTTP")),
        (.bytesThenClose("\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\r\n\r\n"), .lost(reason: "the answer is not HTTP")),
    ])
    func oddAnswerHasADefiniteOutcome(answer: TestServer.Answer, expected: Outcome) async throws {
        #expect(try await LinkFixture.outcome(of: answer) == expected)
    }

    @Test(arguments: [
        (TestServer.Answer.never, Outcome.lost(reason: "no answer in 2 s")),
        (.bytes("HTTP/1.1 100 Continue\r\n\r\n"), .lost(reason: "no answer in 2 s")),
        (.bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"), .accepted),
        (.late(.seconds(30), "HTTP/1.1 204 No Content\r\n\r\n"), .lost(reason: "no answer in 2 s")),
    ])
    func silentServerEndsWithTheTimeout(answer: TestServer.Answer, expected: Outcome) async throws {
        #expect(try await LinkFixture.outcome(of: answer, timeout: .seconds(2)) == expected)
    }

    @Test func slowAnswerInTimeIsAccepted() async throws {
        let answer = TestServer.Answer.late(.milliseconds(50), "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(try await LinkFixture.outcome(of: answer) == .accepted)
    }

    @Test func nothingIsSentToAMissingServer() async throws {
        let (descriptor, port) = try Loopback.bound()
        defer { close(descriptor) }
        let fixture = try LinkFixture("http://127.0.0.1:\(port)/")
        defer { fixture.loop.stop() }
        #expect(await fixture.outcome() == .notSent(reason: "connection refused"))
    }

    /// The label of a host name has at most 63 characters: no name server is asked for it.
    @Test func nothingIsSentToAnUnknownHost() async throws {
        let fixture = try LinkFixture("http://\(String(repeating: "a", count: 64)).invalid/")
        defer { fixture.loop.stop() }
        #expect(await fixture.outcome() == .notSent(reason: "host name not found"))
    }

    @Test func orderWithoutConnectionIsNotSent() async throws {
        let listener = try FullListener()
        defer { listener.stop() }
        let fixture = try LinkFixture("http://127.0.0.1:\(listener.port)/")
        defer { fixture.loop.stop() }
        #expect(await fixture.outcome(timeout: .seconds(2)) == .notSent(reason: "no connection in 2 s"))
    }

    /// By default, libcurl would send a signal again when a reused connection breaks.
    @Test func brokenReusedConnectionDoesNotSendTwice() async throws {
        try await TestServer.run { request in
            request.uri.contains("Second") ? .bytesThenClose("") : .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome(element: "First") == .accepted)
            let lost = Outcome.lost(reason: "the server closed the connection without an answer")
            #expect(await fixture.outcome(element: "Second", id: 2) == lost)
            #expect(server.requests.count == 2)
            #expect(await fixture.outcome(element: "Third", id: 3) == .accepted)
        }
    }

    @Test func connectionIsReused() async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            for id in 1...50 { #expect(await fixture.outcome(id: UInt64(id)) == .accepted) }
            #expect(server.connectionCount == 1)
        }
    }

    /// What is past the limit is not waited for.
    @Test(arguments: [(65_536, 1), (65_537, 2)])
    func connectionIsKeptUnlessABodyIsTooLong(length: Int, connections: Int) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
        try await TestServer.run { _ in
            .bytes(head + String(repeating: "x", count: length))
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            for id in 1...2 { #expect(await fixture.outcome(id: UInt64(id)) == .accepted) }
            #expect(server.connectionCount == connections)
        }
    }

    @Test func connectionsAreBoundedByMaxInFlight() async throws {
        try await TestServer.run { _ in
            .late(.milliseconds(5), "HTTP/1.1 204 No Content\r\n\r\n")
        } body: { server in
            let fixture = try LinkFixture(server.url, maxInFlight: 3)
            defer { fixture.loop.stop() }
            let outcomes = await withTaskGroup(of: Outcome.self) { group in
                for id in 1...40 { group.addTask { await fixture.outcome(id: UInt64(id)) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: .accepted, count: 40))
            #expect(server.connectionCount <= 3)
        }
    }

    @Test func queuedOrderIsNotSent() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        try await TestServer.run { _ in
            arrived.continuation.yield()
            return .never
        } body: { server in
            let fixture = try LinkFixture(server.url, maxInFlight: 1)
            async let first = fixture.outcome(id: 1, timeout: .seconds(60))
            for await _ in arrived.stream { break }
            // It times out while the first order occupies the only connection.
            #expect(await fixture.outcome(id: 2, timeout: .milliseconds(30)) == .expired)
            let late = AsyncStream<Answer>.makeStream()
            let query = Query(id: .init(9), targets: [.named("Buzzer")], isForAll: false, timeout: .milliseconds(30))
            fixture.link.read(query) { late.continuation.yield($0) }
            fixture.link.flush()
            for await answer in late.stream {
                #expect(answer == .cancelled)
                break
            }
            let third = AsyncStream<Outcome>.makeStream()
            let dispatch = Dispatch(id: .init(3), target: .named("Buzzer"), value: .on, timeout: .seconds(60))
            fixture.link.send(dispatch) { third.continuation.yield($0) }
            fixture.link.cancel(.init(3))
            for await outcome in third.stream {
                #expect(outcome == .notSent(reason: "cancelled"))
                break
            }
            let fourth = AsyncStream<Outcome>.makeStream()
            fixture.link.send(dispatch) { fourth.continuation.yield($0) }
            fixture.link.flush()
            fixture.loop.stop()
            for await outcome in fourth.stream {
                #expect(outcome == .notSent(reason: "domo is stopping"))
                break
            }
            #expect(await first == .lost(reason: "domo is stopping"))
        }
    }

    @Test func cancelledDispatchIsLostIfItWasSent() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        try await TestServer.run { _ in
            arrived.continuation.yield()
            return .never
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            async let outcome = fixture.outcome(id: 7, timeout: .seconds(60))
            for await _ in arrived.stream { break }
            fixture.link.cancel(.init(8))
            fixture.link.cancel(.init(7))
            #expect(await outcome == .lost(reason: "cancelled"))
            fixture.link.cancel(.init(7))
        }
    }

    @Test func unsentCancelledDispatchIsNotSent() async throws {
        let listener = try FullListener()
        defer { listener.stop() }
        let fixture = try LinkFixture("http://127.0.0.1:\(listener.port)/")
        defer { fixture.loop.stop() }
        async let outcome = withCheckedContinuation { continuation in
            fixture.link.send(Dispatch(id: .init(7), target: .named("a"), value: .on, timeout: .seconds(60))) {
                continuation.resume(returning: $0)
            }
            fixture.link.cancel(.init(7))
        }
        #expect(await outcome == .notSent(reason: "cancelled"))
    }

    @Test func stoppedLoopReportsEverything() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        try await TestServer.run { _ in
            arrived.continuation.yield()
            return .never
        } body: { server in
            let fixture = try LinkFixture(server.url)
            async let outcome = fixture.outcome(timeout: .seconds(60))
            for await _ in arrived.stream { break }
            fixture.loop.stop()
            #expect(await outcome == .lost(reason: "domo is stopping"))
            #expect(await fixture.outcome(id: 2) == .notSent(reason: "domo is stopping"))
            fixture.loop.stop()
        }
    }

    @Test func oneLoopServesManyServersThatComeAndGo() async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let loop = CurlLoop()
            defer { loop.stop() }
            for round in 1...20 {
                let links = try (0..<5).map {
                    HTTPLink(settings: try ServerSettings(url: "\(server.url)/\(round)/\($0)"), loop: loop)
                }
                let outcomes = await withTaskGroup(of: Outcome.self) { group in
                    for link in links {
                        group.addTask {
                            await withCheckedContinuation { continuation in
                                link.send(
                                    .init(id: .init(1), target: .named("a"), value: .on, timeout: .seconds(60))
                                ) {
                                    continuation.resume(returning: $0)
                                }
                                link.flush()
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes == Array(repeating: .accepted, count: 5))
            }
            #expect(Set(server.requests.map(\.uri)).count == 100)
        }
    }

    @Test(arguments: [
        (Credentials.basic(user: "Ana", password: "pa:ss ñ"), "Basic QW5hOnBhOnNzIMOx"),
        (.bearer(token: "abc.DEF-1"), "Bearer abc.DEF-1"),
    ])
    func credentialsReachTheServer(credentials: Credentials, header: String) async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url, credentials: credentials)
            defer { fixture.loop.stop() }
            for id in 1...2 { #expect(await fixture.outcome(id: UInt64(id)) == .accepted) }
            #expect(server.requests.map { $0.headers["authorization"] } == [header, header])
        }
    }
}
