import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

struct DialectTests {
    @Test(arguments: [
        (Value.on, "operation=enable&PERVMLSERVICENAME=Louver"), (.off, "operation=disable&PERVMLSERVICENAME=Louver"),
        (.up, "operation=enable&PERVMLSERVICENAME=Louver"), (.down, "operation=disable&PERVMLSERVICENAME=Louver"),
        (.stop, "operation=stop&PERVMLSERVICENAME=Louver"),
        (.level(Percent(clamping: 40)), "operation=setValue&PERVMLSERVICENAME=Louver&value=40"),
        (.text("a b"), "operation=setValue&PERVMLSERVICENAME=Louver&value=a%20b"),
    ])
    func pervMLSendsEachAction(action: Value, query: String) throws {
        let loop = CurlLoop()
        defer { loop.stop() }
        let link = HTTPLink(settings: try ServerSettings(url: "http://h/web"), loop: loop)
        #expect(try link.profile.signal(for: action, of: .named("Louver")) == "POST http://h/web?\(query)")
    }

    /// No server has a level that changes while a button is held.
    @Test(arguments: Dimming.allCases) func dimmingWhileAButtonIsHeldHasNoOrder(_ dimming: Dimming) async throws {
        let fixture = try LinkFixture("http://127.0.0.1:1")
        defer { fixture.loop.stop() }
        guard case .impossible(let fault) = await fixture.outcome(.dimming(dimming)) else {
            Issue.record("not refused")
            return
        }
        #expect(fault.message.hasSuffix("has no order for \(dimming.word)"), "\(fault)")
        #expect(fault.hint?.contains("level") == true, "\(fault)")
    }

    @Test func missingOrderIsRefusedWithTheAvailableOrders() async throws {
        let dialect = try Dialect.read(
            "order: {url: \"{url}/{word}\"}\nactions: {on: {word: 1}, off: {word: 0}}",
            name: "lamp"
        )
        let fixture = try LinkFixture("http://127.0.0.1:1", dialect: dialect)
        defer { fixture.loop.stop() }
        let fault = SignalFault(
            message: "the dialect lamp has no order for stop",
            hint: "it has orders for: on, off"
        )
        #expect(throws: fault) { try fixture.link.profile.signal(for: .stop, of: .named("Lamp")) }
        #expect(await fixture.outcome(.stop) == .impossible(fault))
    }

    @Test(
        arguments: [
            ("", "1:1: error: the dialect is empty"),
            ("a: b", "1:1: error: unknown key \"a\""),
            ("{}", "1:1: error: the dialect x is empty"),
            ("actions: {on: {url: \"{url}\"}}\nordr: {}", "2:1: error: unknown key \"ordr\""),
            ("ordr: {}\nactions: {}", "did you mean \"order\"?"),
            ("actions: {open: {url: \"{url}\"}}", "1:11: error: unknown action \"open\""),
            ("actions: {on: {a: b}}", "1:10: error: the dialect x has no url for on"),
            (
                "actions: {on: {url: \"{url}/{nme}\"}}",
                "1:21: error: url, column 7: unknown placeholder {nme}; did you mean"
            ),
            ("actions: {on: {url: \"http://h/\"}}", "1:21: error: a url must start with {url}"),
            ("actions: {on: {url: \"{url}/{url}\"}}", "1:21: error: a url must start with {url}, and contain it once"),
            ("actions: {on: {url: \"{url}.evil/\"}}", "1:21: error: expected / or ? after {url}"),
            ("actions: {on: {url: \"{url}{name}\"}}", "1:21: error: expected / or ? after {url}"),
            ("actions: {on: {url: \"{url}/a b\"}}", "1:21: error: a url can't contain \" \""),
            ("actions: {on: {url: \"{url}/#a\"}}", "a url can't contain \"#\""),
            ("actions: {on: {url: \"{url}/{name\"}}", "url, column 7: unclosed brace"),
            ("actions: {on: {url: \"{url}/{name|up}\"}}", "column 7: unknown filter \"up\""),
            ("actions: {on: {url: \"{url}/{name|scale 5}\"}}", "column 7: invalid range 5"),
            ("actions: {on: {url: \"{url}\", method: FETCH}}", "1:38: error: unknown method \"FETCH\""),
            ("actions: {on: {url: \"{url}/{value}\"}}", "1:10: error: the dialect x uses {value} for on"),
            ("actions: {level: {url: \"{url}/{name}\"}}", "does not send the value of level"),
            ("actions: {on: {url: \"{url}\", text: a, json: '1'}}", "two bodies"),
            ("actions: {on: {url: \"{url}\", method: GET, text: a}}", "sends a body with GET for on"),
            ("actions: {on: {url: \"{url}\", json: '{\"a\": }'}}", "1:36: error: the body is not JSON"),
            ("actions: {on: {url: \"{url}\", json: {a: b}}}", "1:36: error: json is not a text"),
            ("actions: {on: {url: \"{url}\", xml: '<a>'}}", "1:35: error: the body is not plain XML"),
            ("actions: {on: {url: \"{url}\", xml: '<{name}/>'}}", "the body is not plain XML"),
            ("actions: {on: {url: \"{url}\", xml: '<!DOCTYPE a><a/>'}}", "the body is not plain XML"),
            ("actions: {on: {url: \"{url}\", headers: {\"a b\": c}}}", "invalid header name \"a b\""),
            ("actions: {on: {url: \"{url}\", headers: {Authorization: c}}}", "give the server user: or token:"),
            ("actions: {on: {url: \"{url}\", headers: {Host: c}}}", "domo sets the header Host itself"),
            ("actions: {on: {url: \"{url}\", headers: {A: \"b\\nC: d\"}}}", "a control character in a header"),
            ("actions: {on: {url: \"{url}\", success: {status: 100}}}", "invalid status \"100\""),
            ("actions: {on: {url: \"{url}\", success: {body: \"(\"}}}", "body, column 2: missing closing parenthesis"),
            ("actions: {on: {url: \"{url}\", name: a}}", "1:30: error: the name name is reserved"),
            ("variables: {path: a}\nactions: {on: {url: \"{url}\"}}", "1:13: error: the name path is reserved"),
            ("variables: {Id: a}\nactions: {on: {url: \"{url}\"}}", "1:13: error: invalid variable name \"Id\""),
            ("kind: a\nactions: {on: {url: \"{url}\"}}", "1:7: error: kind without kinds"),
            ("kind: lamp\nkinds: {light: {}}", "1:7: error: unknown kind \"lamp\""),
            ("state: {one: {json: a}}", "has no url for state.one"),
            ("state: {all: {json: a}}", "1:14: error: state.all has no url"),
            ("state: {all: {url: \"{url}/{name}\"}}", "{name} in the request for all elements"),
            ("state: {one: {url: \"{url}\", json: a, regex: b}}", "state.one has both json and regex"),
            ("state: {one: {url: \"{url}\", json: \"a[\"}}", "json is not a JSON path"),
            ("state: {one: {url: \"{url}\", xpath: \"//[\"}}", "invalid XPath expression"),
            ("state: {binary: {map: {up: a}}}", "\"up\" is not a state of binary; the states are: on, off"),
            ("state: {binary: {map: {on: a, off: A}}}", "\"A\" is mapped twice"),
            ("state: {regulable: {scale: 3}}", "invalid range \"3\""),
            ("state: {binary: {missing: maybe}}", "the word for missing has no meaning"),
            ("state: {every: 1ms}", "1:16: error: every is out of range; use 1s–1d"),
            ("state: {per-second: 0}", "per-second is out of range"),
        ]
    )
    func faultOfADialectHasItsReasonAndPosition(text: String, expected: String) throws {
        let faults = try #require(throws: DialectFaults.self) { try Dialect.read(text, name: "x", file: "x.yaml") }
        #expect(faults.description.contains(expected), "\(faults)")
        #expect(faults.faults.allSatisfy { $0.file == "x.yaml" })
    }

    @Test(arguments: Dialect.shipped.keys.sorted())
    func everyShippedDialectIsRead(name: String) throws {
        _ = try Dialect.read(try #require(Dialect.shipped[name]), name: name)
    }
}
