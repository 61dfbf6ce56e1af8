import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// What a server says about an order that it refuses.
struct RefusalTests {
    private func outcome(
        _ dialect: String,
        _ elements: String,
        _ status: String,
        _ body: String
    ) async throws -> Outcome {
        let answer = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        return try await TestServer.run { _ in
            .bytes(answer)
        } body: { server in
            let dialect = try #require(Dialect.shipped(dialect))
            let node = try #require(try YAMLNode.read(elements))
            let rules = try ElementRules.read(node, dialect: dialect)
            let fixture = try LinkFixture("http://127.0.0.1:\(server.port)", dialect: dialect, elements: rules)
            return await fixture.outcome(.level(Percent(clamping: 40)), element: "Louver")
        }
    }

    /// https://shelly-api-docs.shelly.cloud/gen2/General/CommonErrors
    @Test(arguments: [
        (-103, false), (-104, true), (-105, false), (-108, true), (-109, false), (-114, true), (-1, true),
    ])
    func finalErrorsOfAShellyAreNotRepeated(code: Int, isPassing: Bool) async throws {
        let body = #"{"code":\#(code),"message":"Not calibrated"}"#
        let outcome = try await outcome("shelly-gen2", "{Louver: {kind: cover}}", "500 Internal Server Error", body)
        #expect(
            outcome
                == .refused(
                    reason: "HTTP 500 Internal Server Error: Not calibrated (\(code))",
                    isPassing: isPassing
                )
        )
    }

    @Test(arguments: [
        (#"{"message":"Entity not found"}"#, #": {"message":"Entity not found"}"#),
        ("400: Bad Request", ": 400: Bad Request"),
        ("<html><body>nginx</body></html>", ""), ("", ""), (" \r\n", ""),
        (String(repeating: "x", count: 300), ": " + String(repeating: "x", count: 200)),
    ])
    func theBodyOfAnyRefusalIsShown(body: String, shown: String) async throws {
        let outcome = try await outcome("homeassistant", "{Louver: {entity: cover.a}}", "400 Bad Request", body)
        #expect(outcome == .refused(reason: "HTTP 400 Bad Request\(shown)", isPassing: false))
    }

    @Test func unknownErrorsMayPass() async throws {
        for body in ["{}", "busy", #"{"code":"-109"}"#.replacing("code", with: "kode")] {
            let outcome = try await outcome("shelly-gen2", "{Louver: {kind: cover}}", "500 Internal Server Error", body)
            guard case .refused(_, isPassing: true, _, _) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
    }

    @Test func aFailureNeedsASourceForItsCode() {
        let text = """
            order: {url: "{url}/{name}", failure: {final: ["1"]}}
            actions: {on: {}}
            """
        #expect(throws: DialectFaults.self) { try Dialect.read(text, name: "own") }
    }
}
