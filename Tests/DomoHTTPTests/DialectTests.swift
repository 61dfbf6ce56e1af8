import DomoEngine
import DomoHTTP
import DomoModel
import Testing

struct DialectTests {
    @Test(arguments: [
        (Action.on, "operation=enable&PERVMLSERVICENAME=Louver"), (.off, "operation=disable&PERVMLSERVICENAME=Louver"),
        (.up, "operation=enable&PERVMLSERVICENAME=Louver"), (.down, "operation=disable&PERVMLSERVICENAME=Louver"),
        (.stop, "operation=stop&PERVMLSERVICENAME=Louver"),
        (.level(Percent(clamping: 40)), "operation=setValue&PERVMLSERVICENAME=Louver&value=40"),
        (.text("a b"), "operation=setValue&PERVMLSERVICENAME=Louver&value=a%20b"),
    ])
    func pervMLSaysEachAction(action: Action, query: String) throws {
        let loop = CurlLoop()
        defer { loop.stop() }
        let driver = HTTPDriver(settings: try ServerSettings(url: "http://h/web"), loop: loop)
        #expect(try driver.signal(for: action, element: "Louver") == "POST http://h/web?\(query)")
    }

    @Test func actionWithoutOperationSaysWhatThereIs() async throws {
        let dialect = try Dialect(
            name: "lamp",
            signal: "GET {url}/{operation}",
            signalWithValue: "GET {url}/{operation}",
            operations: ["on": "1", "off": "0"]
        )
        let fixture = try DriverFixture("http://127.0.0.1:1", dialect: dialect)
        defer { fixture.loop.stop() }
        let fault = SignalFault(
            message: "the dialect lamp has no operation for stop",
            hint: "it has operations for: on, off"
        )
        #expect(throws: fault) { try fixture.driver.signal(for: .stop, element: "Lamp") }
        #expect(await fixture.outcome(.stop) == .impossible(fault))
    }

    @Test(
        arguments: [
            ("POST {url", "POST {url}{value}", ["on": "a"], "signal", 6),
            ("POST {url}", "POST url", ["on": "a"], "signalWithValue", 6),
            ("POST {url}{value}", "POST {url}{value}", ["on": "a"], "signal", nil),
            ("POST {url}", "POST {url}", ["level": "a"], "signalWithValue", nil),
            ("POST {url}", "POST {url}", ["open": "a"], "operations.open", nil),
            ("POST {url}", "POST {url}", ["on": ""], "operations.on", nil),
            ("POST {url}", "POST {url}", [:], "operations", nil),
        ] as [(String, String, [String: String], String, Int?)]
    )
    func wrongDialectNamesTheField(
        signal: String,
        withValue: String,
        operations: [String: String],
        field: String,
        column: Int?
    ) throws {
        let fault = try #require(throws: TemplateFault.self) {
            try Dialect(name: "x", signal: signal, signalWithValue: withValue, operations: operations)
        }
        #expect(fault.field == field)
        #expect(fault.column == column)
    }
}
