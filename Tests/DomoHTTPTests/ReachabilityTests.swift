import DomoEngine
import DomoModel
import DomoTestKit
import Glibc
import Testing

@testable import DomoHTTP

/// Checks of servers that report no states.
@Suite(.timeLimit(.minutes(5))) struct ReachabilityTests {
    private func check(
        _ check: Query.Check,
        of answer: TestServer.Answer,
        timeout: Duration = .seconds(60)
    ) async throws -> (answer: Answer, requests: [TestServer.Request], connections: Int) {
        try await TestServer.run { _ in
            answer
        } body: { server in
            let fixture = try LinkFixture(server.url, credentials: .bearer(token: "t"))
            defer { fixture.loop.stop() }
            let result = await fixture.report([], timeout: timeout, check: check)
            if result == .states([]) { for await _ in server.arrivals { break } }
            return (result, server.requests, server.connectionCount)
        }
    }

    @Test func connectionIsMadeAndNothingIsSent() async throws {
        let (answer, requests, connections) = try await check(.connection, of: .never)
        #expect(answer == .states([]))
        #expect(requests.isEmpty)
        #expect(connections == 1)
    }

    /// The start page is read: it needs no credentials, and the path of orders is not used.
    @Test(arguments: ["200 OK", "401 Unauthorized", "404 Not Found", "500 Internal Server Error", "503 Busy"])
    func anyAnswerShowsThatTheServerWorks(status: String) async throws {
        let (answer, requests, _) = try await check(.response, of: .status(status))
        #expect(answer == .states([]))
        #expect(requests.map { "\($0.method) \($0.uri)" } == ["GET /"])
        #expect(requests.allSatisfy { $0.headers["authorization"] == nil })
    }

    @Test func longStartPageIsNotReadToItsEnd() async throws {
        let (answer, _, _) = try await check(.response, of: .endless("HTTP/1.1 200 OK\r\n\r\n"))
        #expect(answer == .states([]))
    }

    @Test(arguments: ["502 Bad Gateway", "504 Gateway Timeout"])
    func gatewayWithoutItsServerDoesNotCount(status: String) async throws {
        let (answer, _, _) = try await check(.response, of: .status(status))
        #expect(answer == .failed(reason: StatusText.describe(Int(status.prefix(3))!)))
    }

    @Test func serverThatDoesNotAnswerFails() async throws {
        let (answer, _, _) = try await check(.response, of: .never, timeout: .seconds(2))
        #expect(answer == .failed(reason: "no answer in 2 s"))
    }

    @Test(arguments: [Query.Check.connection, .response]) func closedPortFails(check: Query.Check) async throws {
        let (descriptor, port) = try Loopback.bound()
        defer { close(descriptor) }
        let fixture = try LinkFixture("http://127.0.0.1:\(port)/signal")
        defer { fixture.loop.stop() }
        #expect(await fixture.report([], check: check) == .failed(reason: "connection refused"))
    }

    /// The handle that made the check sends the next orders, on a connection of their own that stays open.
    @Test func ordersFollowChecks() async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url, maxInFlight: 1)
            defer { fixture.loop.stop() }
            for round in 1...3 {
                #expect(await fixture.report([], id: UInt64(10 * round), check: .connection) == .states([]))
                #expect(await fixture.outcome(.on, id: UInt64(10 * round + 1)) == .accepted)
                #expect(await fixture.report([], id: UInt64(10 * round + 2), check: .response) == .states([]))
                #expect(await fixture.outcome(.off, id: UInt64(10 * round + 3)) == .accepted)
            }
            let methods = server.requests.map(\.method)
            #expect(methods == Array(repeating: ["POST", "GET", "POST"], count: 3).flatMap { $0 })
        }
    }
}
