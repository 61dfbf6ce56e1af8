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
    func pervMLSaysEachAction(action: Value, query: String) throws {
        let loop = CurlLoop()
        defer { loop.stop() }
        let link = HTTPLink(settings: try ServerSettings(url: "http://h/web"), loop: loop)
        #expect(try link.profile.signal(for: action, of: .named("Louver")) == "POST http://h/web?\(query)")
    }

    @Test func actionWithoutOrderSaysWhatThereIs() async throws {
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
            ("{}", "1:1: error: the dialect x says nothing"),
            ("actions: {on: {url: \"{url}\"}}\nordr: {}", "2:1: error: unknown key \"ordr\""),
            ("ordr: {}\nactions: {}", "did you mean \"order\"?"),
            ("actions: {open: {url: \"{url}\"}}", "1:11: error: \"open\" is not an action"),
            ("actions: {on: {a: b}}", "1:10: error: the dialect x has no url for on"),
            ("actions: {on: {url: \"{url}/{nme}\"}}", "1:21: error: url, column 7: there is no {nme}; did you mean"),
            ("actions: {on: {url: \"http://h/\"}}", "1:21: error: a url starts with {url}"),
            ("actions: {on: {url: \"{url}/{url}\"}}", "1:21: error: a url starts with {url}, once"),
            ("actions: {on: {url: \"{url}.evil/\"}}", "1:21: error: after {url} comes a / or a ?"),
            ("actions: {on: {url: \"{url}{name}\"}}", "1:21: error: after {url} comes a / or a ?"),
            ("actions: {on: {url: \"{url}/a b\"}}", "1:21: error: \" \" can't stand in a url"),
            ("actions: {on: {url: \"{url}/#a\"}}", "\"#\" can't stand in a url"),
            ("actions: {on: {url: \"{url}/{name\"}}", "url, column 7: the brace is not closed"),
            ("actions: {on: {url: \"{url}/{name|up}\"}}", "column 7: \"up\" is no filter"),
            ("actions: {on: {url: \"{url}/{name|scale 5}\"}}", "column 7: 5 is no range"),
            ("actions: {on: {url: \"{url}\", method: FETCH}}", "1:38: error: \"FETCH\" is not a method"),
            ("actions: {on: {url: \"{url}/{value}\"}}", "1:10: error: the dialect x uses {value} for on"),
            ("actions: {level: {url: \"{url}/{name}\"}}", "would not send what level is set to"),
            ("actions: {on: {url: \"{url}\", text: a, json: '1'}}", "two bodies"),
            ("actions: {on: {url: \"{url}\", method: GET, text: a}}", "sends a body with GET for on"),
            ("actions: {on: {url: \"{url}\", json: '{\"a\": }'}}", "1:36: error: the body is not JSON"),
            ("actions: {on: {url: \"{url}\", json: {a: b}}}", "1:36: error: json is a text"),
            ("actions: {on: {url: \"{url}\", xml: '<a>'}}", "1:35: error: the body is not plain XML"),
            ("actions: {on: {url: \"{url}\", xml: '<{name}/>'}}", "the body is not plain XML"),
            ("actions: {on: {url: \"{url}\", xml: '<!DOCTYPE a><a/>'}}", "the body is not plain XML"),
            ("actions: {on: {url: \"{url}\", headers: {\"a b\": c}}}", "\"a b\" is no header's name"),
            ("actions: {on: {url: \"{url}\", headers: {Authorization: c}}}", "give the server user: or token:"),
            ("actions: {on: {url: \"{url}\", headers: {Host: c}}}", "the header Host is set by domo"),
            ("actions: {on: {url: \"{url}\", headers: {A: \"b\\nC: d\"}}}", "a control character in a header"),
            ("actions: {on: {url: \"{url}\", success: {status: 100}}}", "\"100\" is no status"),
            ("actions: {on: {url: \"{url}\", success: {body: \"(\"}}}", "body, column 2: missing closing parenthesis"),
            ("actions: {on: {url: \"{url}\", name: a}}", "1:30: error: name is domo's own"),
            ("variables: {path: a}\nactions: {on: {url: \"{url}\"}}", "1:13: error: path is domo's own"),
            ("variables: {Id: a}\nactions: {on: {url: \"{url}\"}}", "1:13: error: \"Id\" is no name for a variable"),
            ("kind: a\nactions: {on: {url: \"{url}\"}}", "1:7: error: a kind without kinds"),
            ("kind: lamp\nkinds: {light: {}}", "1:7: error: there is no kind \"lamp\""),
            ("state: {one: {json: a}}", "has no url for state.one"),
            ("state: {all: {json: a}}", "1:14: error: state.all has no url"),
            ("state: {all: {url: \"{url}/{name}\"}}", "{name} in the request for all elements"),
            ("state: {one: {url: \"{url}\", json: a, regex: b}}", "state.one is read in two ways"),
            ("state: {one: {url: \"{url}\", json: \"a[\"}}", "json is not a path into JSON"),
            ("state: {one: {url: \"{url}\", xpath: \"//[\"}}", "is no XPath expression"),
            ("state: {binary: {map: {up: a}}}", "\"up\" is no state of binary; there are: on, off"),
            ("state: {binary: {map: {on: a, off: A}}}", "\"A\" means two things"),
            ("state: {regulable: {scale: 3}}", "\"3\" is no range"),
            ("state: {binary: {missing: maybe}}", "what is taken for missing means nothing"),
            ("state: {every: 1ms}", "1:16: error: every is out of range; 1s–1d"),
            ("state: {per-second: 0}", "per-second is out of range"),
        ]
    )
    func wrongDialectSaysWhatAndWhere(text: String, expected: String) throws {
        let faults = try #require(throws: DialectFaults.self) { try Dialect.read(text, name: "x", file: "x.yaml") }
        #expect(faults.description.contains(expected), "\(faults)")
        #expect(faults.faults.allSatisfy { $0.file == "x.yaml" })
    }

    @Test(arguments: Dialect.shipped.keys.sorted())
    func everyShippedDialectIsRead(name: String) throws {
        _ = try Dialect.read(try #require(Dialect.shipped[name]), name: name)
    }
}
