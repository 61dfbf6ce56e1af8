import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// Parts of devices on servers: a request that does not name the part would be one for the device.
struct PartTests {
    private static let path = """
        order: {url: "{url}/{path}/{operation}"}
        actions: {on: {operation: 1}, off: {operation: 0}}
        variables: {operation: ""}
        state: {binary: {map: {"on": [ON], "off": [OFF]}}, one: {url: "{url}/{path}"}}
        """
    private static let part = path.replacing("{path}", with: "{device}/{part}")
    private static let all = """
        order: {url: "{url}/{path}/{operation}"}
        actions: {on: {operation: 1}, off: {operation: 0}}
        variables: {operation: "", id: ""}
        state: {binary: {map: {"on": [ON], "off": [OFF]}}, all: {url: "{url}/all", name: name, match: "MATCH", json: state}}
        """

    private func profile(_ dialect: Dialect, _ elements: String = "{}") throws -> HTTPLinkProfile {
        let node = try #require(try YAMLNode.read(elements))
        let settings = try ServerSettings(
            url: "http://h",
            dialect: dialect,
            elements: try ElementRules.read(node, dialect: dialect)
        )
        return HTTPLinkProfile(settings: settings, label: "http://h")
    }

    private let valve = Target(
        name: "Valvula",
        device: "Clima",
        path: "Casa/Clima/Valvula",
        types: FacetTypes([.binary])!
    )
    private let device = Target(name: "Clima", path: "Casa/Clima", types: FacetTypes([.binary])!)

    @Test(arguments: [
        ("pervml", "{}", false), ("loxone", "{}", false), ("loxone", "{Clima/Valvula: {control: Valve}}", true),
        ("loxone", "{Valvula: {control: Valve}}", true), ("loxone", "{Clima: {control: Valve}}", false),
        // They name the part.
        ("openhab", "{}", true), ("openhab", "{Clima: {item: Valve}}", true), ("simulator", "{}", true),
        ("tasmota", "{Clima: {number: 1}}", false), ("tasmota", "{Clima/Valvula: {number: 1}}", true),
        ("homeassistant", "{Clima/Valvula: {entity: switch.valve}}", true),
        ("shelly-gen2", "{Clima: {id: 0}}", false), ("shelly-gen2", "{Clima/Valvula: {id: 1}}", true),
        // It does not say which of the device's things is meant.
        ("pervml", "{Clima/Valvula: {}}", false), ("pervml", "{Clima/Valvula: {url: \"http://k\"}}", true),
    ])
    func partNeedsARequestOfItsOwn(dialect: String, elements: String, isKnown: Bool) throws {
        let profile = try profile(try #require(Dialect.shipped(dialect)), elements)
        #expect((profile.endpoint(of: valve) != nil) == isKnown)
        #expect(isKnown || profile.readable(valve).isEmpty)
    }

    @Test func orderForAPartWithoutItsOwnVariableIsRefused() throws {
        let dialect = try #require(Dialect.shipped("homeassistant"))
        let profile = try profile(dialect, "{Clima: {entity: climate.a}}")
        let fault = #expect(throws: SignalFault.self) { try profile.signal(for: .on, of: valve) }
        #expect(fault?.message == "the dialect homeassistant has no kind \"Clima\" for Casa/Clima/Valvula")
        #expect(fault?.hint?.hasPrefix("set entity: or kind: under elements in the configuration; ") == true)
        #expect(profile.readable(valve).isEmpty)
    }

    @Test(arguments: [path, part]) func requestsMayNameThePart(text: String) throws {
        let profile = try profile(try Dialect.read(text, name: "test"))
        #expect(profile.endpoint(of: valve) != nil)
        #expect(try profile.signal(for: .on, of: valve).contains("Valvula/1"))
        #expect(profile.binding(of: valve) != profile.binding(of: device))
    }

    @Test func deviceIsTheNameOfThePartsDevice() throws {
        let text = Self.path.replacing("{path}", with: "{name}+{device}+{part}")
        let profile = try profile(try Dialect.read(text, name: "test"))
        #expect(try profile.signal(for: .on, of: valve) == "GET http://h/Clima+Clima+Valvula/1")
        #expect(try profile.signal(for: .on, of: device) == "GET http://h/Clima+Clima+/1")
    }

    /// No other part of the device has the role.
    @Test func roleNamesThePart() throws {
        let text = Self.path.replacing("{path}", with: "{device}/{role}")
        let profile = try profile(try Dialect.read(text, name: "test"))
        #expect(profile.endpoint(of: valve) == nil)
        var withRole = valve
        withRole.role = .valve
        #expect(profile.endpoint(of: withRole) != nil)
        #expect(try profile.signal(for: .on, of: withRole) == "GET http://h/Clima/valve/1")
    }

    /// Two devices may have parts of one name.
    @Test(arguments: [
        ("openhab", "{}", "POST http://h/rest/items/Clima_Valvula ON", "POST http://h/rest/items/Estufa_Valvula ON"),
        (
            "openhab", "{Clima/Valvula: {item: Salon_Valve}}", "POST http://h/rest/items/Salon_Valve ON",
            "POST http://h/rest/items/Estufa_Valvula ON"
        ),
        (
            "simulator", "{}", "POST http://h?operation=enable&PERVMLSERVICENAME=Clima%2FValvula",
            "POST http://h?operation=enable&PERVMLSERVICENAME=Estufa%2FValvula"
        ),
        (
            "simulator", "{Clima/Valvula: {service: Casa/Clima/Valvula}}",
            "POST http://h?operation=enable&PERVMLSERVICENAME=Casa%2FClima%2FValvula",
            "POST http://h?operation=enable&PERVMLSERVICENAME=Estufa%2FValvula"
        ),
    ])
    func deviceTellsTwinsApart(dialect: String, elements: String, one: String, other: String) throws {
        let profile = try profile(try #require(Dialect.shipped(dialect)), elements)
        var twin = valve
        twin.device = "Estufa"
        twin.path = "Casa/Estufa/Valvula"
        #expect(try profile.signal(for: .on, of: valve) == one)
        #expect(try profile.signal(for: .on, of: twin) == other)
        #expect(profile.binding(of: valve) != profile.binding(of: twin))
    }

    /// GET /rest/items?fields=name,state (ItemResource.java, getItems).
    @Test func partsAreItemsOfTheAnswerForAllElements() throws {
        let profile = try profile(try #require(Dialect.shipped("openhab")))
        let answer = #"[{"state":"21.5 °C","name":"Clima"},{"state":"ON","name":"Clima_Valvula"}]"#
        var thermostat = device
        thermostat.types = FacetTypes([.value])!
        let report = profile.settings.report(of: Array(answer.utf8), for: [thermostat, valve], isForAll: true)
        #expect(
            report
                == .states([
                    .init(target: 0, type: .value, value: .number(21.5)), .init(target: 1, type: .binary, value: .on),
                ])
        )
    }

    /// The name of the device in the answer for all elements is the state of the device.
    @Test func answerForAllElementsIsNotThatOfTheDevice() throws {
        func state(_ match: String, _ elements: String = "{}") throws -> [Value?] {
            let text = Self.all.replacing("MATCH", with: match)
            let profile = try profile(try Dialect.read(text, name: "test"), elements)
            let answer = #"[{"name": "Clima", "state": "ON"}, {"name": "Valvula", "state": "OFF"}]"#
            let report = profile.settings.report(of: Array(answer.utf8), for: [valve], isForAll: true)
            guard case .states(let states) = report else { throw Unusable(report: report) }
            return states.map(\.value)
        }
        #expect(try state("{name}") == [])
        #expect(try state("{device}") == [])
        let part = try state("{part}")
        #expect(part == [.off], "\(part)")
        #expect(try state("{id}", "{Clima/Valvula: {id: Valvula}}") == [.off])
    }

    private struct Unusable: Error {
        var report: Answer
    }
}
