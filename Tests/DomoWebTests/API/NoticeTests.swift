import DomoLanguage
import DomoModel
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import DomoWeb

/// Messages to people over HTTP.
@Suite struct NoticeTests {
    /// The lines that the daemon got, without those about the session.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock(\.self) }
    }

    private static func lines(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = "",
        token: String = "domo_test1"
    ) async throws -> (lines: [String], status: Int) {
        let lines = Lines()
        var status = 0
        try await ScriptedSite.with { line in
            lines.add(line)
            return line.contains("wrong") ? .fault(Fault(.notAllowed, "no")) : .notice(NoticeReport(notices: []))
        } _: { site in
            do throws(Problem) {
                status = try await site.respond(method, path, body: body, token: token).status.code
            } catch {
                status = error.status.code
            }
        }
        return (lines.all, status)
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "notices", "", "notices", 200), (.get, "notices?last=7", "", "notices --last 7", 200),
        (
            .post, "notices", #"{"text":"--urgent","to":["ana","luis"],"urgent":true,"about":"puerta"}"#,
            "notify --to ana,luis --urgent --about puerta '--urgent'", 200
        ),
        (.post, "notices/12/acknowledgement", "", "notices ack 12", 200),
        (.post, "notices/12/acknowledgement", "{}", "notices ack 12", 200),
        (.post, "notices/12/acknowledgement", #"{"code":"ab"}"#, "notices ack --code ab 12", 200),
        (.get, "push", "", "push list", 200),
        (.delete, "push", #"{"endpoint":"https://push.example/x"}"#, "push unsubscribe https://push.example/x", 200),
    ])
    func requestBecomesALine(
        method: HTTPRequest.Method,
        path: String,
        body: String,
        line: String,
        status: Int
    ) async throws {
        let found = try await Self.lines(method, "/api/v1/\(path)", body)
        #expect(found.lines == [line])
        #expect(found.status == status)
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, "notices", #"{"text":"x","to":["a b"]}"#, 400),
        (.post, "notices", #"{"text":"x","to":[]}"#, 400), (.post, "notices", #"{"to":["ana"]}"#, 400),
        (.get, "notices?last=x", "", 400), (.post, "notices/x/acknowledgement", "", 404),
        (.post, "notices/12/acknowledgement", #"{"cod":"ab"}"#, 400), (.get, "notices/12/acknowledgement", "", 405),
        (.get, "notices/12", "", 404), (.put, "notices", "", 405), (.put, "push", "", 405), (.get, "push/1", "", 404),
        (.post, "push", #"{"endpoint":"http://push.example/x","p256dh":"x","auth":"x"}"#, 400),
        (.delete, "push", "", 400),
    ])
    func badRequestIsNotPassedOn(method: HTTPRequest.Method, path: String, body: String, status: Int) async throws {
        let found = try await Self.lines(method, "/api/v1/\(path)", body)
        #expect(found.lines == [])
        #expect(found.status == status)
    }

    @Test func codeNeedsNoSession() async throws {
        let path = "/api/v1/notices/12/acknowledgement"
        #expect(try await Self.lines(.post, path, #"{"code":"ab"}"#, token: "wrong").status == 200)
        #expect(try await Self.lines(.post, path, "", token: "wrong").status == 401)
        // It says nothing about the session of the browser.
        #expect(try await Self.lines(.post, path, #"{"code":"wrong"}"#).status == 403)
    }

    @Test func guessingCodesIsSlow() async throws {
        let lines = Lines()
        try await ScriptedSite.with { line in
            lines.add(line)
            return .fault(Fault(.notAllowed, "no"))
        } _: { site in
            var statuses: [Int] = []
            for _ in 0..<(FailureBrake.free + 2) {
                do throws(Problem) {
                    _ = try await site.respond(.post, "/api/v1/notices/12/acknowledgement", body: #"{"code":"ab"}"#)
                } catch {
                    statuses.append(error.status.code)
                }
            }
            #expect(statuses == Array(repeating: 403, count: FailureBrake.free) + [429, 429])
        }
        #expect(lines.all.count == FailureBrake.free)
    }
}
