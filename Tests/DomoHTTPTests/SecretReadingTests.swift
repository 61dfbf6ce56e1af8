import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// Secrets in dialects and under `elements`.
struct SecretReadingTests {
    private static var files: SecretSource {
        SecretSource { (path: String) throws(SecretSource.Problem) -> String in
            guard path == "key.txt" else { throw SecretSource.Problem("\(path): no such file") }
            return "k3y-{name}"
        }
    }

    private static func dialect(_ text: String) throws -> Dialect {
        try Dialect.read(text, name: "x", secrets: files)
    }

    private static func rules(_ text: String, _ dialect: Dialect) throws -> ElementRules {
        try ElementRules.read(try #require(try YAMLNode.read(text)), dialect: dialect, secrets: files)
    }

    @Test(arguments: [
        (
            "variables: {k: {secret: \"s3cret/{x\"}}\nactions: {on: {url: \"{url}/{k}/{name}\"}}",
            "GET http://h/***/L", "GET http://h/s3cret%2F%7Bx/L"
        ),
        (
            "variables: {k: {secret-file: key.txt}}\nactions: {on: {url: \"{url}?k={k}\"}}",
            "GET http://h?k=***", "GET http://h?k=k3y-%7Bname%7D"
        ),
        (
            "actions: {on: {url: \"{url}\", headers: {X-Api-Key: {secret: s3cret}}}}",
            "GET http://h [X-Api-Key: ***]", "GET http://h [X-Api-Key: s3cret]"
        ),
        (
            "actions: {on: {url: \"{url}\", form: {a: b, k: {secret: s3c&ret}}}}",
            "POST http://h a=b&k=***", "POST http://h a=b&k=s3c%26ret"
        ),
        ("actions: {on: {url: \"{url}\", text: {secret: s3cret}}}", "POST http://h ***", "POST http://h s3cret"),
        (
            "variables: {k: {secret: 's3\"cret'}}\nactions: {on: {url: \"{url}\", json: '{\"k\": \"a{k}\"}'}}",
            "POST http://h {\"k\": \"a***\"}", "POST http://h {\"k\": \"as3\\\"cret\"}"
        ),
        (
            "variables: {k: {secret: s3<ret}}\nactions: {on: {url: \"{url}\", xml: '<a>{k}</a>'}}",
            "POST http://h <a>***</a>", "POST http://h <a>s3&lt;ret</a>"
        ),
        ("actions: {on: {k: {secret: s3cret}, url: \"{url}/{k}\"}}", "GET http://h/***", "GET http://h/s3cret"),
    ])
    func aSecretIsSentAndNotShown(text: String, shown: String, sent: String) throws {
        let settings = try ServerSettings(url: "http://h", dialect: Self.dialect(text))
        var request = RenderedRequest()
        try settings.render(.on, of: .named("L"), into: &request, isMasked: true)
        #expect(request.shown == shown)
        try settings.render(.on, of: .named("L"), into: &request)
        #expect(request.shown == sent)
        #expect(!"\(settings)".contains("s3") && !"\(settings)".contains("k3y"))
        let dumped = String(reflecting: settings) + String(reflecting: settings.dialect)
        #expect(!dumped.contains("s3c") && !dumped.contains("k3y"))
    }

    @Test func elementMayHaveItsOwnSecret() throws {
        let dialect = try Self.dialect("variables: {k: }\nactions: {on: {url: \"{url}/{k}\"}}")
        let rules = try Self.rules("{L: {k: {secret: s3cret}}, M: {k: {secret-file: key.txt}}}", dialect)
        let settings = try ServerSettings(url: "http://h", dialect: dialect, elements: rules)
        var request = RenderedRequest()
        for (name, sent) in [("L", "s3cret"), ("M", "k3y-%7Bname%7D")] {
            try settings.render(.on, of: .named(name), into: &request)
            #expect(request.shown == "GET http://h/\(sent)")
            try settings.render(.on, of: .named(name), into: &request, isMasked: true)
            #expect(request.shown == "GET http://h/***")
        }
    }

    /// The request for all elements may contain what they have in common.
    @Test func requestForAllMayContainASecretOfTheDialect() throws {
        let dialect = try Self.dialect(
            "variables: {k: {secret: s3cret}}\nstate: {all: {url: \"{url}/{k}/all\", headers: {X: {secret: t}}}, binary: }"
        )
        let settings = try ServerSettings(url: "http://h", dialect: dialect)
        var request = RenderedRequest()
        let query = Query(id: .init(1), targets: [.named("L", .binary)], isForAll: true, timeout: .seconds(1))
        try settings.render(query, into: &request)
        #expect(request.shown == "GET http://h/s3cret/all [X: t]")
    }

    /// A server may repeat it in what it answers for an element.
    @Test func aSecretOfTheRequestForAllIsNotShown() throws {
        let dialect = try Self.dialect(
            "state: {all: {url: \"{url}/all\", headers: {X: {secret: t0ken-of-all}}}, binary: }"
        )
        let settings = try ServerSettings(url: "http://h", dialect: dialect)
        #expect(settings.secrets(for: .named("L", .binary)).mask("X was t0ken-of-all") == "X was ***")
    }

    @Test(arguments: [
        ("{url: {secret: \"http://h/api/t0ken\"}}", "http://h/***"),
        ("{url: {secret: \"http://h:8080/t0ken\"}}", "http://h:8080/***"),
    ])
    func aURLOfAnElementMayBeASecret(rule: String, shown: String) throws {
        let dialect = try Self.dialect("actions: {on: {url: \"{url}/{name}\"}}")
        let rules = try Self.rules("{L: \(rule)}", dialect)
        let settings = try ServerSettings(url: "http://h/t0ken", isURLSecret: true, dialect: dialect, elements: rules)
        var request = RenderedRequest()
        try settings.render(.on, of: .named("L"), into: &request, isMasked: true)
        #expect(request.shown == "GET \(shown)/L")
        try settings.render(.on, of: .named("M"), into: &request, isMasked: true)
        #expect(request.shown == "GET http://h/***/M")
        let profile = HTTPLinkProfile(settings: settings, label: settings.shownURL)
        #expect(profile.endpoints.allSatisfy { !$0.label.contains("t0ken") })
        #expect(
            settings.secrets(for: .named("L")).mask("at /api/t0ken, t0ken")
                == (rule.contains("api") ? "at ***, ***" : "at /api***, ***")
        )
        #expect(!"\(settings) \(rules)".contains("t0ken"))
    }

    @Test(arguments: [
        ("variables: {k: {secrt: hunter2}}\nactions: {on: {url: \"{url}\"}}", "unknown key \"secrt\" in k"),
        (
            "variables: {k: {secret: hunter2, secret-file: f}}\nactions: {on: {url: \"{url}\"}}",
            "neither a text nor a secret"
        ),
        ("variables: {k: {secret: [hunter2]}}\nactions: {on: {url: \"{url}\"}}", "secret is not a text"),
        ("variables: {k: {secret-file: hunter2}}\nactions: {on: {url: \"{url}\"}}", "no such file"),
        (
            "variables: {api_key: \"hunter2{k!}\"}\nactions: {on: {url: \"{url}\"}}",
            "api_key, column 8: invalid braces"
        ),
        ("actions: {on: {url: {secret: hunter2}}}", "define the secret as a variable"),
        ("actions: {on: {url: \"{url}\", json: {secret: hunter2}}}", "json is not a text"),
        ("actions: {on: {url: \"{url}\", headers: {X: {secret: \"hunter2\\n\"}}}}", "a control character"),
    ])
    func invalidSecretIsNotShown(text: String, message: String) throws {
        let faults = try #require(throws: DialectFaults.self) { try Self.dialect(text) }
        #expect(faults.description.contains(message), "\(faults)")
        #expect(!faults.description.contains("hunter2") || text.contains("secret-file: hunter2"))
    }

    @Test(arguments: ["http://h hunter2", "http://h/hunter2?x", "http://h:x/hunter2", "hunter2", "http:///hunter2"])
    func noFaultOfASecretURLShowsIt(url: String) throws {
        let fault = try #require(throws: ServerSettingsFault.self) { try ServerSettings(url: url, isURLSecret: true) }
        #expect(!"\(fault)".contains("hunter2"))
        let dialect = try Self.dialect("actions: {on: {url: \"{url}\"}}")
        let faults = try #require(throws: DialectFaults.self) {
            try Self.rules("{L: {url: {secret: \"\(url)\"}}}", dialect)
        }
        #expect(!"\(faults)".contains("hunter2"))
    }

    @Test func secretInAStateIsMasked() throws {
        let dialect = try Self.dialect(
            "variables: {k: {secret: s3cret-key}}\nstate: {one: {url: \"{url}/{k}\"}, value: }"
        )
        let settings = try ServerSettings(url: "http://h", credentials: .bearer(token: "t0ken"), dialect: dialect)
        let answer = settings.report(
            of: Array("asked with s3cret-key by t0ken".utf8),
            for: [.named("L", .value)],
            isForAll: false
        )
        guard case .states(let states) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(states.map(\.value) == [.text("asked with *** by ***")])
    }
}
