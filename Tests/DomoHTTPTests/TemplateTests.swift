import DomoEngine
import DomoJSON
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

struct TemplateTests {
    private func render(_ text: String, as escaping: Escaping, name: String, value: String? = nil) throws -> String {
        let values = TemplateValues(
            url: "http://h/p%20q",
            target: .named(name),
            value: value,
            credentials: .none
        )
        var bytes: [UInt8] = []
        try Template(text, isJSON: escaping == .json).render(values, as: escaping, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("Buzzer", "Buzzer"), ("a-b.c_d~9", "a-b.c_d~9"),
        ("a&b=c#d+e f/ñ🚪%41", "a%26b%3Dc%23d%2Be%20f%2F%C3%B1%F0%9F%9A%AA%2541"),
        ("{url}", "%7Burl%7D"), ("\u{7F}\u{1}", "%7F%01"), ("", ""),
    ])
    func urlPercentEncodesAllButUnreservedCharacters(name: String, encoded: String) throws {
        #expect(try render("{url}?n={name}", as: .url, name: name) == "http://h/p%20q?n=\(encoded)")
    }

    @Test(arguments: [
        (Escaping.json, "{\"a\": \"{name}\"}", "q\"\\\n\u{1}é", "{\"a\": \"q\\\"\\\\\\u000a\\u0001é\"}"),
        (.json, "{\"a\\\"{name}\": {value}}", "x", "{\"a\\\"x\": 12.5}"),
        (
            .xml, "<a b=\"{name}\">{name}</a>", "<&>\"'\n",
            "<a b=\"&lt;&amp;&gt;&quot;&#39;&#10;\">&lt;&amp;&gt;&quot;&#39;&#10;</a>"
        ),
        (.none, "{name} {x y} {", "a\nb", "a\nb {x y} {"), (.form, "{name}", "a b&c", "a%20b%26c"),
        (.header, "k={name}", "a b", "k=a b"),
    ])
    func placeholderIsEscapedForItsContext(escaping: Escaping, text: String, name: String, expected: String) throws {
        // `{x y}` is not a placeholder: a name contains no space.
        let text = text.replacing("{x y}", with: "{X y}")
        let expected = expected.replacing("{x y}", with: "{X y}")
        #expect(try render(text, as: escaping, name: name, value: "12.5") == expected)
    }

    @Test(arguments: [
        (Escaping.header, "{name}", "a\r\nB: c", "header"), (.json, "{name}", "1, 2", "not a number"),
        (.json, "{name}", "01", "not a number"), (.json, "{name}", "nan", "not a number"),
        (.json, "{name}", "", "not a number"),
        (.json, "{name}", "1.", "not a number"), (.xml, "{name}", "\u{1}", "XML"),
        (.url, "{name|round}", "x", "not a number"),
    ])
    func valueThatCantBeEscapedIsRefused(escaping: Escaping, text: String, name: String, words: String) {
        let fault = #expect(throws: SignalFault.self) { try render(text, as: escaping, name: name) }
        #expect(fault?.message.contains(words) == true, "\(fault?.message ?? "")")
    }

    @Test(arguments: [
        ("{value|scale 0-255|round}", "40", "102"), ("{value|scale 0-10}", "45", "4.5"),
        ("{value|scale 100-0}", "30", "70"), ("{value|scale -10-10}", "50", "0"), ("{value|scale 0-1}", "33", "0.33"),
        ("{value|round}", "3.5", "4"), ("{value}", "007", "007"), ("{value|scale 0-255|round}", "33", "84"),
        // A level above 0 is not that of a lamp that is off.
        ("{value|scale 0-16|round}", "1", "1"), ("{value|scale 16-0|round}", "1", "15"),
        ("{value|scale 0-16|round}", "0", "0"),
        // 15 digits and more between the filters.
        ("{value|scale 0-1|scale 0-7|round}", "33.333333", "0"), ("{value|scale 0-255|after p}", "40", "p102"),
        ("{value|after _}", "a b", "_a b"), ("{value|after _}", "", ""), ("{value|after /|after _}", "a", "_/a"),
    ])
    func numbersAreScaledAndRounded(text: String, value: String, expected: String) throws {
        #expect(try render(text, as: .none, name: "a", value: value) == expected)
    }

    @Test(arguments: [("0-255", 51, 20), ("100-0", 30, 70), ("10-20", 15, 50), ("-10-10", -5, 25)])
    func aNumberOfTheServersIsPercentOfItsRange(range: String, number: Double, percent: Double) throws {
        let range = try #require(NumberRange(range))
        #expect(range.percent(number) == percent)
        #expect(range.scaled(percent) == number)
    }

    @Test(arguments: [
        (0, "0"), (-3, "-3"), (21.5, "21.5"), (999_999_999_999_999, "999999999999999"), (1e15, "1000000000000000.0"),
        (1e16, "1e+16"),
    ])
    func aWholeNumberIsWrittenWithoutAFractionUpTo15Digits(number: Double, text: String) {
        #expect(plainText(number) == text)
    }

    /// A server or proxy would interpret them as the current or the parent folder.
    @Test(arguments: [
        (".", "{url}/a/{name}", false), ("..", "{url}/{name}/a", false), ("..", "{url}/{name}?n={name}", false),
        (".", "{url}/.{name}", false), ("..", "{url}/a?n=/{name}/", true), ("...", "{url}/{name}", true),
        ("..", "{url}/n{name}", true), ("a", "{url}/../{name}", true),
    ])
    func dotSegmentsAreRefused(name: String, url: String, isFit: Bool) throws {
        let dialect = try Dialect.read("actions: {on: {url: \"\(url)\"}}", name: "x")
        let settings = try ServerSettings(url: "http://h/../b", dialect: dialect)
        var request = RenderedRequest()
        if isFit {
            try settings.render(.on, of: .named(name), into: &request)
        } else {
            let fault = try #require(throws: SignalFault.self) {
                try settings.render(.on, of: .named(name), into: &request)
            }
            #expect(fault.message.contains("a path can't contain"))
        }
    }

    /// What is sent is escaped; what is shown is not, since it looks like a mask.
    @Test func textThatLooksLikeAMaskIsShownAsOne() throws {
        let dialect = try Dialect.read("actions: {level: {url: \"{url}/{name}/{value}\"}}", name: "x")
        let profile = HTTPLinkProfile(settings: try ServerSettings(url: "http://h", dialect: dialect), label: "test")
        let half = Value.level(Percent(clamping: 50))
        for name in ["***", "a***b", "*"] {
            let signal = try profile.prepare(half, for: .named(name))
            #expect(try signal.text == profile.signal(for: half, of: .named(name)))
            let url = try #require(signal.content as? PreparedRequest).request.url
            #expect(String(decoding: url, as: UTF8.self) == "http://h/\(name.replacing("*", with: "%2A"))/50\0")
        }
    }

    @Test(arguments: ["key", "apikey", "api_key", "apiKey", "auth_key", "auth", "secret"])
    func secretVariablesAreNotShown(variable: String) throws {
        let dialect = try Dialect.read(
            """
            variables: {\(variable): , path-of: "k/{\(variable)}"}
            actions:
              on: {url: "{url}/{path-of}?k={\(variable)}", headers: {X: "{\(variable)}"}, json: '{"k": {\(variable)}}'}
              off: {url: "{url}?k={\(variable)|round}"}
            """,
            name: "x"
        )
        let node = try #require(try YAMLNode.read("{L: {\(variable): hunter2}, M: {\(variable): \"12345\"}}"))
        let rules = try ElementRules.read(node, dialect: dialect)
        let fixture = try LinkFixture("http://h", dialect: dialect, elements: rules)
        defer { fixture.loop.stop() }
        let shown = "POST http://h/k%2F***?k=*** [X: ***] {\"k\": ***}"
        #expect(try fixture.link.profile.signal(for: .on, of: .named("M")) == shown)
        #expect(try fixture.link.profile.signal(for: .off, of: .named("M")) == "GET http://h?k=***")
        for (action, text) in [(Value.on, shown), (.off, "GET http://h?k=***")] {
            #expect(try fixture.link.profile.prepare(action, for: .named("M")).text == text)
        }
        let settings = try ServerSettings(url: "http://h", dialect: dialect, elements: rules)
        var request = RenderedRequest()
        try settings.render(.off, of: .named("M"), into: &request)
        #expect(String(decoding: request.url, as: UTF8.self) == "http://h?k=12345")
        for action in [Value.on, .off] {
            let fault = try #require(throws: SignalFault.self) {
                try settings.render(action, of: .named("L"), into: &request)
            }
            #expect(!fault.message.contains("hunter2"))
        }
    }

    @Test func variableThatRefersToItselfIsRefused() throws {
        let dialect = try Dialect.read(
            "variables: {a: \"{b}\", b: \"{a}\"}\nactions: {on: {url: \"{url}/{a}\"}}",
            name: "x"
        )
        let settings = try ServerSettings(url: "http://h", dialect: dialect)
        var request = RenderedRequest()
        let fault = #expect(throws: SignalFault.self) { try settings.render(.on, of: .named("L"), into: &request) }
        #expect(fault?.message.contains("the variable ") == true, "\(fault?.message ?? "")")
    }
}
