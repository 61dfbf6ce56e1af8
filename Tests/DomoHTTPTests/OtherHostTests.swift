import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// Secrets are only sent to their own host.
struct OtherHostTests {
    private static let credentials = [
        Credentials.basic(user: "ana", password: "hunter2"), .bearer(token: "hunter2"),
    ]

    private static let dialect = """
        variables: {id: "0"}
        actions: {on: {url: "{url}/{id}?p={password}{token}"}}
        state: {one: {url: "{url}/{id}?p={password}{token}"}, value: }
        """

    private static func rules(_ text: String, _ dialect: Dialect) throws -> ElementRules {
        try ElementRules.read(try #require(try YAMLNode.read(text)), dialect: dialect)
    }

    /// Sends an order and a query for an element with its own URL.
    private static func requests(
        _ entry: String,
        _ credentials: Credentials,
        shares: Bool = false
    ) async throws -> [TestServer.Request] {
        let dialect = try Dialect.read(dialect, name: "x")
        return try await TestServer.run { _ in
            .json("x")
        } body: { other in
            let rules = try rules("{Lamp: {url: \"\(other.url)\"\(entry)}, Usual: {id: 1}}", dialect)
            let fixture = try LinkFixture(
                "http://127.0.0.1:1",
                credentials: credentials,
                sharesCredentials: shares,
                dialect: dialect,
                elements: rules
            )
            defer { fixture.loop.stop() }
            let settings = fixture.link.settings
            #expect(await fixture.outcome(element: "Lamp") == .accepted)
            let lamp = Target.named("Lamp", .value)
            #expect(settings.withheldCredentials.map(\.element) == (shares || !entry.isEmpty ? [] : ["Lamp"]))
            let endpoint = try #require(fixture.link.profile.endpoint(of: lamp))
            _ = await withCheckedContinuation { continuation in
                var query = Query(id: .init(2), targets: [lamp], isForAll: false, timeout: .seconds(60))
                query.endpoint = fixture.link.profile.endpoints[endpoint].label
                fixture.link.read(query) { continuation.resume(returning: $0) }
                fixture.link.flush()
            }
            return other.requests
        }
    }

    @Test(arguments: credentials)
    func anotherHostGetsNoneOfTheServersCredentials(credentials: Credentials) async throws {
        let requests = try await Self.requests("", credentials)
        #expect(requests.map { $0.headers["authorization"] } == [nil, nil])
        #expect(requests.map(\.uri) == ["/signal/0?p=", "/signal/0?p="])
    }

    @Test(arguments: credentials)
    func elementMayHaveItsOwnCredentials(credentials: Credentials) async throws {
        let requests = try await Self.requests(", user: eva, password: w0rd", credentials)
        #expect(requests.map { $0.headers["authorization"] } == ["Basic ZXZhOncwcmQ=", "Basic ZXZhOncwcmQ="])
        #expect(requests.map(\.uri) == ["/signal/0?p=w0rd", "/signal/0?p=w0rd"])
    }

    @Test func sharedCredentialsGoToAllElements() async throws {
        let requests = try await Self.requests("", .bearer(token: "hunter2"), shares: true)
        #expect(requests.map { $0.headers["authorization"] } == ["Bearer hunter2", "Bearer hunter2"])
        #expect(requests.map(\.uri) == ["/signal/0?p=hunter2", "/signal/0?p=hunter2"])
    }

    /// Both elements use the same handle.
    @Test func twoElementsOfOneHostMayHaveDifferentCredentials() async throws {
        let dialect = try Dialect.read("actions: {on: {url: \"{url}/{name}\"}}", name: "x")
        try await TestServer.run { _ in
            .noContent
        } body: { other in
            let rules = try Self.rules(
                """
                A: {url: "\(other.url)", user: eva, password: w0rd}
                B: {url: "\(other.url)"}
                C: {url: "\(other.url)", token: t0ken}
                """,
                dialect
            )
            let fixture = try LinkFixture(
                "http://127.0.0.1:1",
                maxInFlight: 1,
                credentials: .basic(user: "ana", password: "hunter2"),
                dialect: dialect,
                elements: rules
            )
            defer { fixture.loop.stop() }
            for (id, name) in ["A", "B", "C", "B", "A"].enumerated() {
                #expect(await fixture.outcome(element: name, id: UInt64(id)) == .accepted)
            }
            let basic = "Basic ZXZhOncwcmQ="
            #expect(
                other.requests.map { $0.headers["authorization"] } == [basic, nil, "Bearer t0ken", nil, basic]
            )
        }
    }

    /// RFC 6454: another port is another origin.
    @Test(arguments: [
        ("http://h/x", "http://h:80/y", true), ("https://H/x", "https://h:443", true), ("http://h", "https://h", false),
        ("http://h", "http://h:8080", false), ("http://h", "http://h.example.org", false),
        ("http://h", "http://10.0.0.7", false),
    ])
    func anOriginIsSchemeHostAndPort(server: String, element: String, isSame: Bool) throws {
        let dialect = try Dialect.read("actions: {on: {url: \"{url}/{token}\"}}", name: "x")
        let rules = try Self.rules("{L: {url: \"\(element)\"}}", dialect)
        let token = Credentials.bearer(token: "hunter2")
        let settings = try ServerSettings(url: server, credentials: token, dialect: dialect, elements: rules)
        var request = RenderedRequest()
        try settings.render(.on, of: .named("L"), into: &request)
        #expect(request.credentials == (isSame ? token : .none))
        #expect(request.shown == "GET \(element)/\(isSame ? "hunter2" : "")")
    }

    @Test(arguments: [
        ("variables: {k: {secret: hunter2}}\nactions: {on: {url: \"{url}/{k}\"}}", "{k}"),
        (
            "variables: {api_key: hunter2, path-of: \"a/{api_key}\"}\nactions: {on: {url: \"{url}/{path-of}\"}}",
            "{api_key}"
        ),
        // As deep as variables may hold others.
        ("variables: {k: {secret: hunter2}, c: \"{k}\", b: \"{c}\"}\nactions: {on: {url: \"{url}/{b}\"}}", "{k}"),
        ("actions: {on: {url: \"{url}\", headers: {X-Key: {secret: hunter2}}}}", "the header X-Key"),
        ("actions: {on: {url: \"{url}\", form: {k: {secret: hunter2}}}}", "the form field k"),
        ("actions: {on: {url: \"{url}\", text: {secret: hunter2}}}", "the text"),
    ])
    func secretOfTheDialectIsNotSentToAnotherHost(text: String, what: String) throws {
        let dialect = try Dialect.read(text, name: "x")
        let rules = try Self.rules("{L: {url: \"http://10.0.0.7\"}, M: {url: \"http://h/m\"}}", dialect)
        let settings = try ServerSettings(url: "http://h", dialect: dialect, elements: rules)
        let found = try #require(settings.misdirectedSecrets.first)
        #expect(settings.misdirectedSecrets.map(\.element) == ["L"])
        #expect(found.message.hasPrefix("L is on another host than its server, and its requests need a secret"))
        #expect(found.message.hasSuffix(": \(what)"))
        // Rendering checks it too.
        var request = RenderedRequest()
        let fault = try #require(throws: SignalFault.self) { try settings.render(.on, of: .named("L"), into: &request) }
        #expect(fault.message.hasPrefix("\(what) is a secret of the dialect"))
        try settings.render(.on, of: .named("M"), into: &request)

        let shared = try ServerSettings(url: "http://h", sharesCredentials: true, dialect: dialect, elements: rules)
        #expect(shared.misdirectedSecrets.isEmpty)
        try shared.render(.on, of: .named("L"), into: &request)
        #expect(request.shown.contains("hunter2"))
    }

    @Test func secretOfTheElementIsSentToItsHost() throws {
        let dialect = try Dialect.read(
            "variables: {k: {secret: hunter2}}\nactions: {on: {url: \"{url}/{k}\"}}",
            name: "x"
        )
        let rules = try Self.rules(
            """
            L: {url: "http://10.0.0.7", k: {secret: own-one}}
            M: {url: "http://10.0.0.7", k: x, actions: {on: {headers: {X: {secret: own-two}}}}}
            """,
            dialect
        )
        let settings = try ServerSettings(url: "http://h", dialect: dialect, elements: rules)
        #expect(settings.misdirectedSecrets.isEmpty)
        var request = RenderedRequest()
        try settings.render(.on, of: .named("L"), into: &request)
        #expect(request.shown == "GET http://10.0.0.7/own-one")
        try settings.render(.on, of: .named("M"), into: &request)
        #expect(request.shown == "GET http://10.0.0.7/x [X: own-two]")
    }

    @Test func redirectsOfOrdersAndQueriesAreNotFollowed() async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { other in
            let location = other.url
            try await TestServer.run { _ in
                .status("302 Found", headers: "Location: \(location)\r\n")
            } body: { server in
                let dialect = try Dialect.read(Self.dialect, name: "x")
                let fixture = try LinkFixture(server.url, credentials: .bearer(token: "hunter2"), dialect: dialect)
                defer { fixture.loop.stop() }
                #expect(await fixture.outcome() == .refused(reason: "HTTP 302 Found", isPassing: false))
                let answer = await fixture.report([.named("Lamp", .value)], id: 2)
                #expect(answer == .refused(reason: "HTTP 302 Found", retryAfter: nil))
                #expect(server.requests.count == 2)
                #expect(other.requests.isEmpty)
            }
        }
    }
}
