import DomoEngine
import DomoModel
import Testing

@testable import DomoHTTP

struct MethodTests {
    /// Orders and queries alternate on one libcurl handle, which keeps its options.
    @Test func methodAndBodyDoNotDependOnThePreviousRequest() async throws {
        let dialect = try Dialect.read(
            """
            actions:
              on: {url: "{url}/on", json: '{"a": 1}'}
              off: {url: "{url}/off", method: DELETE}
              up: {url: "{url}/up", method: PUT, text: up}
              down: {url: "{url}/down", method: POST}
            state:
              one: {url: "{url}/state", json: state}
              binary:
            """,
            name: "methods"
        )
        try await TestServer.run { _ in
            .json(#"{"state": "on"}"#)
        } body: { server in
            let fixture = try LinkFixture(server.url, maxInFlight: 1, dialect: dialect)
            defer { fixture.loop.stop() }
            let lamp = Target.named("Lamp")
            var id: UInt64 = 0
            for action in [Value.on, .off, .up, .down, .on] {
                id += 2
                #expect(await fixture.outcome(action, id: id) == .accepted)
                guard case .states = await fixture.report([lamp], id: id + 1) else {
                    Issue.record("no state after \(action)")
                    continue
                }
            }
            let seen = server.requests.map { "\($0.method) \($0.uri.split(separator: "/").last ?? "") \($0.body)" }
            let question = "GET state "
            #expect(
                seen == [
                    "POST on {\"a\": 1}", question, "DELETE off ", question, "PUT up up", question, "POST down ",
                    question,
                    "POST on {\"a\": 1}", question,
                ]
            )
        }
    }
}
