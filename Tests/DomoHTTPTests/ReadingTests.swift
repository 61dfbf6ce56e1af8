import DomoEngine
import DomoModel
import Synchronization
import Testing

@testable import DomoHTTP

struct ReadingTests {
    private static func dialect(_ extra: String = "") throws -> Dialect {
        try Dialect.read(
            """
            order: {url: "{url}/{name}/{word}"}
            actions: {on: {word: 1}, off: {word: 0}}
            state:
              one: {url: "{url}/{name}", headers: {Accept: application/json}, json: state}
              all: {url: "{url}/all", items: list, name: id, json: state}
              unknown: [lost]
              binary:
              regulable: {json: level, scale: 0-255}
            \(extra)
            """,
            name: "x"
        )
    }

    private static let lamp = Target.named("Lamp", .binary, .regulable)

    private func report(
        of answer: TestServer.Answer,
        isForAll: Bool = false,
        timeout: Duration = .seconds(60)
    ) async throws -> Answer {
        try await TestServer.run { _ in
            answer
        } body: { server in
            let fixture = try LinkFixture(server.url, dialect: Self.dialect())
            defer { fixture.loop.stop() }
            return await fixture.report([Self.lamp], isForAll: isForAll, timeout: timeout)
        }
    }

    @Test func singleElementIsRead() async throws {
        try await TestServer.run { _ in
            .json(#"{"state": "on", "level": 128}"#)
        } body: { server in
            let fixture = try LinkFixture(server.url, credentials: .bearer(token: "t"), dialect: Self.dialect())
            defer { fixture.loop.stop() }
            let expected: [Answer.State] = [
                .init(target: 0, type: .binary, value: .on),
                .init(target: 0, type: .regulable, value: .level(Percent(clamping: 50))),
            ]
            #expect(await fixture.report([Self.lamp]) == .states(expected))
            let request = try #require(server.requests.first)
            #expect(request.method == "GET" && request.uri == "/signal/Lamp")
            #expect(request.headers["accept"] == "application/json")
            #expect(request.headers["authorization"] == "Bearer t")
        }
    }

    @Test func oneRequestReadsThousands() async throws {
        let items = (0..<10_000).map { #"{"id": "L\#($0)", "state": "\#($0 % 2 == 0 ? "on" : "off")", "level": 0}"# }
        let answer = TestServer.Answer.json(#"{"list": [\#(items.joined(separator: ","))]}"#)
        try await TestServer.run { _ in
            answer
        } body: { server in
            let fixture = try LinkFixture(server.url, dialect: Self.dialect())
            defer { fixture.loop.stop() }
            let targets = (0..<10_000).map { Target.named("L\($0)", .binary) }
            guard case .states(let observed) = await fixture.report(targets, isForAll: true) else {
                Issue.record("no states")
                return
            }
            #expect(observed.count == 10_000)
            #expect(observed.allSatisfy { $0.value == ($0.target % 2 == 0 ? .on : .off) })
            #expect(server.requests.map(\.uri) == ["/signal/all"])
        }
    }

    @Test(arguments: [
        ("404 Gone", "", Answer.refused(reason: "HTTP 404 Not Found")),
        ("401 No", "", .refused(reason: "HTTP 401 Unauthorized")),
        ("302 There", "Location: /x\r\n", .refused(reason: "HTTP 302 Found")),
        ("503 Busy", "", .refused(reason: "HTTP 503 Service Unavailable")),
        (
            "503 Busy", "Retry-After: 7\r\n",
            .refused(reason: "HTTP 503 Service Unavailable", retryAfter: .seconds(7))
        ),
        (
            "429 Much", "Retry-After: 999999\r\n",
            .refused(reason: "HTTP 429 Too Many Requests", retryAfter: .seconds(3600))
        ),
        ("429 Much", "Retry-After: soon\r\n", .refused(reason: "HTTP 429 Too Many Requests")),
        ("429 Much", "Retry-After: -5\r\n", .refused(reason: "HTTP 429 Too Many Requests")),
        ("500 Oh", "Retry-After: 7\r\n", .refused(reason: "HTTP 500 Internal Server Error")),
    ])
    func refusalIsReportedWithItsReason(line: String, headers: String, expected: Answer) async throws {
        #expect(try await report(of: .status(line, headers: headers)) == expected)
    }

    @Test func retryAfterMayBeADate() async throws {
        let answer = TestServer.Answer.status(
            "503 Busy",
            headers: "Retry-After: Fri, 31 Dec 2099 23:59:59 GMT\r\n"
        )
        let expected = Answer.refused(reason: "HTTP 503 Service Unavailable", retryAfter: .seconds(3600))
        #expect(try await report(of: answer) == expected)
        let past = TestServer.Answer.status("503 Busy", headers: "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n")
        #expect(try await report(of: past) == .refused(reason: "HTTP 503 Service Unavailable"))
    }

    @Test(arguments: [
        (TestServer.Answer.json("no"), Answer.unusable(reason: "the answer is not JSON")),
        (.json("{}"), .unusable(reason: "the answer contains nothing that the dialect x looks for")),
        (
            .json(#"{"state": "lost", "level": 9}"#),
            .states([
                .init(target: 0, type: .binary, value: nil), .init(target: 0, type: .regulable, value: nil),
            ])
        ),
        (
            .json(#"{"state": "half", "level": 999}"#),
            .states([
                .init(target: 0, type: .binary, value: nil), .init(target: 0, type: .regulable, value: nil),
            ])
        ),
        (.endless("HTTP/1.1 200 OK\r\n\r\n"), .unusable(reason: "the answer is longer than 1048576 bytes")),
        (
            .bytesThenClose("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
            .failed(reason: "transfer closed with 99 bytes remaining to read")
        ),
        (.bytesThenClose(""), .failed(reason: "the server closed the connection without an answer")),
    ])
    func strangeAnswerHasADefiniteReport(answer: TestServer.Answer, expected: Answer) async throws {
        #expect(try await report(of: answer) == expected)
    }

    @Test func silentServerEndsWithTheTimeout() async throws {
        let failed = Answer.failed(reason: "no answer in 2 s")
        #expect(try await report(of: .never, timeout: .seconds(2)) == failed)
    }

    @Test func aQueryIsCancelled() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        try await TestServer.run { _ in
            arrived.continuation.yield()
            return .never
        } body: { server in
            let fixture = try LinkFixture(server.url, dialect: Self.dialect())
            async let first = fixture.report([Self.lamp], id: 5, timeout: .seconds(60))
            for await _ in arrived.stream { break }
            fixture.link.cancel(.init(5))
            #expect(await first == .cancelled)
            async let second = fixture.report([Self.lamp], id: 6, timeout: .seconds(60))
            for await _ in arrived.stream { break }
            fixture.loop.stop()
            #expect(await second == .cancelled)
            #expect(await fixture.report([Self.lamp], id: 7) == .failed(reason: "domo is stopping"))
        }
    }

    /// The server has one connection: the second query came before the order, and still waits for it.
    @Test func ordersGoBeforeQueries() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        try await TestServer.run { request in
            arrived.continuation.yield()
            return request.uri == "/signal/First" ? .never : .json(#"{"state": "on"}"#)
        } body: { server in
            let fixture = try LinkFixture(server.url, maxInFlight: 1, dialect: Self.dialect())
            defer { fixture.loop.stop() }
            async let first = fixture.report([.named("First", .binary)], id: 1, timeout: .seconds(60))
            for await _ in arrived.stream { break }
            // Posted in this sequence, from one thread.
            let ended = AsyncStream<Void>.makeStream()
            let second = Query(
                id: .init(2),
                targets: [.named("Second", .binary)],
                isForAll: false,
                timeout: .seconds(60)
            )
            fixture.link.read(second) { _ in ended.continuation.yield() }
            let order = Dispatch(id: .init(3), target: .named("Lamp"), value: .on, timeout: .seconds(60))
            fixture.link.send(order) { _ in ended.continuation.yield() }
            // Frees the connection.
            fixture.link.cancel(.init(1))
            #expect(await first == .cancelled)
            var left = 2
            for await _ in ended.stream {
                left -= 1
                if left == 0 { break }
            }
            #expect(server.requests.map(\.uri) == ["/signal/First", "/signal/Lamp/1", "/signal/Second"])
        }
    }

    @Test func queriesLeaveConnectionsForOrders() async throws {
        let waiting = Mutex(0)
        let full = AsyncStream<Void>.makeStream()
        try await TestServer.run { request in
            guard !request.uri.hasSuffix("/1") else { return .noContent }
            if waiting.withLock({
                $0 += 1
                return $0
            }) == 2 {
                full.continuation.yield()
            }
            return .never
        } body: { server in
            let fixture = try LinkFixture(server.url, maxInFlight: 4, dialect: Self.dialect())
            await withTaskGroup { group in
                for id in 1...10 {
                    group.addTask {
                        _ = await fixture.report([Self.lamp], id: UInt64(id), timeout: .seconds(60))
                    }
                }
                for await _ in full.stream { break }
                #expect(await fixture.outcome(.on, element: "Lamp", id: 20) == .accepted)
                #expect(waiting.withLock { $0 } == 2)
                fixture.loop.stop()
            }
        }
    }
}
