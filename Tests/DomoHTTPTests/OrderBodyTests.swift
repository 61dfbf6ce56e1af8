import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

struct OrderBodyTests {
    private static func dialect(_ fields: String) throws -> Dialect {
        try Dialect.read("actions: {text: {url: \"{url}/x\", \(fields)}, on: {url: \"{url}\"}}", name: "x")
    }

    @Test(arguments: [
        ("text: \"{value}\"", "text/plain; charset=utf-8", "a&b \"ñ\" <\n"),
        (
            "form: {\"the name\": \"{name}\", v: \"{value}\"}", "application/x-www-form-urlencoded",
            "the%20name=L&v=a%26b%20%22%C3%B1%22%20%3C%0A"
        ),
        ("json: '{\"v\": \"{value}\"}'", "application/json", #"{"v": "a&b \"ñ\" <\u000a"}"#),
        ("xml: '<v n=\"{name}\">{value}</v>'", "application/xml", "<v n=\"L\">a&amp;b &quot;ñ&quot; &lt;&#10;</v>"),
        ("method: PUT, text: \"{value}\", headers: {content-type: text/x-own}", "text/x-own", "a&b \"ñ\" <\n"),
    ])
    func bodyIsEncodedByItsKind(fields: String, type: String, body: String) async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url, dialect: Self.dialect(fields))
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome(.text("a&b \"ñ\" <\n"), element: "L") == .accepted)
            // The same handle then sends a request without a body, and one with a body again.
            #expect(await fixture.outcome(.on, element: "L", id: 2) == .accepted)
            #expect(await fixture.outcome(.text("a&b \"ñ\" <\n"), element: "L", id: 3) == .accepted)
            let requests = server.requests
            #expect(requests.map(\.body) == [body, "", body])
            #expect(requests.map { $0.headers["content-type"] } == [type, nil, type])
            #expect(requests.allSatisfy { $0.headers["expect"] == nil })
        }
    }

    @Test(arguments: [
        ("{body: '\"ok\": ?true'}", TestServer.Answer.json(#"{"ok": true}"#), Outcome.accepted),
        (
            "{body: '\"ok\": ?true'}", .json("{\"ok\":\n false}"),
            .refused(reason: "the server answered: {\"ok\":  false}", isPassing: false)
        ),
        ("{body: ok}", .noContent, .refused(reason: "the server answered: nothing", isPassing: false)),
        (
            "{body: ok}", .bytesThenClose("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nno"),
            .lost(reason: "transfer closed with 7 bytes remaining to read")
        ),
        ("{body: ok}", .bytesThenClose("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .accepted),
        ("{body: x}", .endless("HTTP/1.1 200 OK\r\n\r\n"), .accepted),
        (
            "{status: [200, 202]}", .status("204 No"), .refused(reason: "HTTP 204", isPassing: false)
        ),
        ("{status: [200, 300-303]}", .status("302 Found"), .accepted),
        (
            "{body: ok}", .status("503 No", headers: "Retry-After: 3\r\n"),
            .refused(reason: "HTTP 503 Service Unavailable", isPassing: true, retryAfter: .seconds(3))
        ),
    ])
    func successRuleDecides(rule: String, answer: TestServer.Answer, expected: Outcome) async throws {
        let dialect = try Self.dialect("text: \"{value}\", success: \(rule)")
        try await TestServer.run { _ in
            answer
        } body: { server in
            let fixture = try LinkFixture(server.url, dialect: dialect)
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome(.text("a"), element: "L") == expected)
        }
    }

    @Test func retryAfterReachesTheEngine() async throws {
        let answer = TestServer.Answer.status("429 Much", headers: "Retry-After: 2\r\n")
        let expected = Outcome.refused(
            reason: "HTTP 429 Too Many Requests",
            isPassing: true,
            retryAfter: .seconds(2)
        )
        #expect(try await LinkFixture.outcome(of: answer) == expected)
    }

    @Test func elementMayHaveItsOwnDevice() async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let dialect = try #require(Dialect.shipped("shelly-gen2"))
            let node = try #require(try YAMLNode.read("{Lamp: {url: \"\(server.url)\", id: 3}}"))
            let rules = try ElementRules.read(node, dialect: dialect)
            let fixture = try LinkFixture("http://127.0.0.1:1", dialect: dialect, elements: rules)
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome(.on, element: "Lamp") == .accepted)
            #expect(server.requests.map(\.uri) == ["/signal/rpc/Switch.Set?id=3&on=true"])
        }
    }

    /// RFC 7616: the server sends a challenge, then the order is sent again with the response.
    @Test func digestOrderIsDoneOnce() async throws {
        let challenge = "WWW-Authenticate: Digest realm=\"shelly\", qop=\"auth\", nonce=\"60dc\", algorithm=SHA-256\r\n"
        try await TestServer.run { request in
            request.headers["authorization"] == nil
                ? .status("401 Unauthorized", headers: challenge) : .json(#"{"was_on":false}"#)
        } body: { server in
            let fixture = try LinkFixture(server.url, credentials: .digest(user: "admin", password: "secret"))
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome() == .accepted)
            #expect(server.requests.count == 2)
            let authorization = try #require(server.requests.last?.headers["authorization"])
            #expect(authorization.hasPrefix("Digest username=\"admin\""))
            #expect(!authorization.contains("secret"))
        }
    }

    /// After one challenge, the next order is sent with the response at once, and only once.
    @Test func aBrokenConnectionSendsNoDigestOrderTwice() async throws {
        let challenge = "WWW-Authenticate: Digest realm=\"shelly\", qop=\"auth\", nonce=\"60dc\", algorithm=SHA-256\r\n"
        try await TestServer.run { request in
            if request.headers["authorization"] == nil { return .status("401 Unauthorized", headers: challenge) }
            return request.uri.contains("Second") ? .bytesThenClose("") : .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url, credentials: .digest(user: "admin", password: "secret"))
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome(element: "First") == .accepted)
            let lost = Outcome.lost(reason: "the server closed the connection without an answer")
            #expect(await fixture.outcome(element: "Second", id: 2) == lost)
            #expect(server.requests.count == 3)
            #expect(await fixture.outcome(element: "Third", id: 3) == .accepted)
        }
    }

    @Test(arguments: ["", " ", "a: ", ": ", "a"])
    func headerIsNotChanged(text: String) async throws {
        let dialect = try Dialect.read(
            "actions: {text: {url: \"{url}\", headers: {X-Own: \"{value}\"}}}",
            name: "x"
        )
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url, dialect: dialect)
            defer { fixture.loop.stop() }
            #expect(await fixture.outcome(.text(text), element: "L") == .accepted)
            // RFC 9110, section 5.5: spaces around a value are not a part of it.
            let received = server.requests.first?.headers["x-own"]?.trimmingPrefix(" ")
            #expect(
                received.map { $0.last == " " ? $0.dropLast() : $0 }
                    == (text == " " ? "" : text.last == " " ? text.dropLast() : text[...])
            )
        }
    }

    @Test(arguments: ["jok er", "1"])
    func secretsInAnswersAreMasked(secret: String) async throws {
        let dialect = try Dialect.read(
            """
            variables: {api_key: }
            actions: {on: {url: "{url}/{api_key}", success: {body: fine}}}
            """,
            name: "x"
        )
        let node = try #require(try YAMLNode.read("{L: {api_key: \"\(secret)\"}}"))
        let rules = try ElementRules.read(node, dialect: dialect)
        let encoded = secret.replacing(" ", with: "%20")
        try await TestServer.run { _ in
            .json("wrong: \(secret), \(encoded), hunter2")
        } body: { server in
            let fixture = try LinkFixture(
                server.url,
                credentials: .basic(user: "a", password: "hunter2"),
                dialect: dialect,
                elements: rules
            )
            defer { fixture.loop.stop() }
            let refused = Outcome.refused(reason: "the server answered: wrong: ***, ***, ***", isPassing: false)
            #expect(await fixture.outcome(element: "L") == refused)
        }
    }
}
