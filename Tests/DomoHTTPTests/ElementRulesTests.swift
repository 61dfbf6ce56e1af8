import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

struct ElementRulesTests {
    private func rules(_ text: String, of dialect: String = "openhab") throws -> ElementRules {
        let node = try #require(try YAMLNode.read(text))
        return try ElementRules.read(node, dialect: try #require(Dialect.shipped(dialect)))
    }

    @Test(arguments: [
        ("Salón", "Casa/Salón/Louver", "Louver", "b"), ("Cocina", "Casa/Cocina/Louver", "Louver", "a"),
        ("Two", "Two/salon/LOUVER", "LOUVER", "b"), ("x", "Casa/Other", "Other", nil),
        ("whole", "Casa/Salon/Lamp", "Lamp", "c"), ("elsewhere", "Casita/Salon/Lamp", "Lamp", nil),
    ])
    func theLongestPathWins(comment: String, path: String, name: String, expected: String?) throws {
        let rules = try rules("{Louver: {item: a}, salon/louver: {item: b}, Casa/Salon/Lamp: {item: c}}")
        let found = rules.rule(name: name, path: path)?.variables["item"]
        #expect(try found == expected.map { try Template($0) })
    }

    /// A request without the element's name would be for another element.
    @Test(arguments: [
        ("shelly-gen2", "{Lamp: {id: 1}, Salon/Plug: {kind: light}}", ["Casa/Lamp", "Casa/Salon/Plug"], ["Casa/Plug"]),
        ("tasmota", "{Lamp: {number: 2}}", ["Casa/Lamp"], ["Casa/Lmap", "Casa/Plug"]),
        ("domoticz", "{Lamp: {idx: 9}}", ["Casa/Lamp"], ["Casa/Plug"]),
        ("openhab", "{Lamp: {item: x}}", ["Casa/Lamp", "Casa/Plug"], []),
        ("homeassistant", "{Lamp: {entity: light.x}}", ["Casa/Lamp", "Casa/light.plug"], []),
        ("pervml", "{}", ["Casa/Lamp"], []), ("loxone", "{}", ["Casa/Lamp"], []),
        ("simulator", "{}", ["Casa/Lamp"], []),
    ])
    func unidentifiedElementIsNotConnected(
        dialect: String,
        elements: String,
        connected: [String],
        unconnected: [String]
    ) throws {
        let settings = try ServerSettings(
            url: "http://h",
            dialect: try #require(Dialect.shipped(dialect)),
            elements: try rules(elements, of: dialect)
        )
        let profile = HTTPLinkProfile(settings: settings, label: "h")
        func target(_ path: String) -> Target {
            Target(
                name: String(path.split(separator: "/").last ?? ""),
                path: path,
                types: FacetTypes([.binary]) ?? FacetTypes()
            )
        }
        for path in connected { #expect(profile.endpoint(of: target(path)) == 0, "\(path)") }
        for path in unconnected {
            #expect(profile.endpoint(of: target(path)) == nil, "\(path)")
            #expect(profile.readable(target(path)).isEmpty, "\(path)")
        }
        #expect(unconnected.isEmpty || profile.distinguishesElements)
    }

    @Test func anElementMayOverrideAnything() throws {
        let dialect = try #require(Dialect.shipped("homeassistant"))
        let node = try #require(
            try YAMLNode.read(
                """
                Gate:
                  entity: cover.gate
                  kind: cover
                  actions:
                    stop: {url: "{url}/api/services/script/turn_on", json: '{"entity_id": "script.halt"}'}
                  state: {bidirectional: {map: {up: [closed], down: [open]}}}
                """
            )
        )
        let settings = try ServerSettings(
            url: "http://h",
            dialect: dialect,
            elements: try ElementRules.read(node, dialect: dialect)
        )
        var request = RenderedRequest()
        let gate = Target.named("Gate", .bidirectional)
        try settings.render(.stop, of: gate, into: &request)
        #expect(request.shown == #"POST http://h/api/services/script/turn_on {"entity_id": "script.halt"}"#)
        try settings.render(.up, of: gate, into: &request)
        #expect(request.shown == #"POST http://h/api/services/cover/open_cover {"entity_id": "cover.gate"}"#)
        func report(_ state: String) -> Answer {
            settings.report(of: Array(#"{"state": "\#(state)"}"#.utf8), for: [gate], isForAll: false)
        }
        #expect(report("closed") == .states([.init(target: 0, type: .bidirectional, value: .up, isMoving: false)]))
        // Its ends are turned round, so that the direction of the dialect may be wrong for it.
        #expect(report("opening") == .states([.init(target: 0, type: .bidirectional, value: nil, isMoving: true)]))
    }

    @Test(arguments: [
        (
            "homeassistant", "{A: {entiti: x}}",
            "1:6: error: unknown key \"entiti\" in the element A; did you mean \"entity\"?"
        ),
        ("homeassistant", "{A: {kind: lamp}}", "1:12: error: unknown kind \"lamp\""),
        ("homeassistant", "{A: {state: {unknown: x}}}", "overrides rules of a kind, but names no kind"),
        ("openhab", "{A: {actions: {on: {url: \"{url}/{nme}\"}}}}", "unknown placeholder {nme}"),
        ("openhab", "{A: {state: {all: {url: \"{url}\"}}}}", "unknown key \"all\" in state"),
        ("openhab", "{A: {url: \"http://a@h/\"}}", "the URL contains a user or password"),
        ("openhab", "[a]", "elements is not a mapping"),
    ])
    func faultsHavePositions(dialect: String, text: String, expected: String) throws {
        let faults = try #require(throws: DialectFaults.self) { try rules(text, of: dialect) }
        #expect(faults.description.contains(expected), "\(faults)")
    }

    @Test func entryWithoutElementIsReported() throws {
        let rules = try rules("{Louver: {item: a}, Salon/Lamp: {item: b}, Lamp: {item: c}}")
        let warnings = rules.warnings(for: [
            ("Lamp", "Casa/Salon/Lamp"), ("Lamp", "Casa/A/Lamp"), ("Lamp", "Casa/B/Lamp"),
        ])
        #expect(warnings.count == 2)
        #expect(warnings.contains { $0.contains("\"Louver\", which is in no house of its server") })
        #expect(warnings.contains { $0.contains("\"Lamp\" matches 2 elements") })
    }
}
