import DomoEngine
import DomoLanguage
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// Every kind of every shipped dialect, two by two on one device, whose answers have another number for each: each
/// element shows its own.
struct KindPairTests {
    struct Kind: Sendable {
        var name: String
        var values: [FacetType: Value]
        var types: FacetTypes { FacetTypes(FacetType.allCases.filter { values[$0] != nil })! }
    }

    struct Device: Sendable, CustomTestStringConvertible {
        var dialect: String
        /// The variables that all its elements have.
        var variables: String
        var kinds: [Kind]
        var answer: @Sendable (TestServer.Request) -> String
        var testDescription: String { dialect }
    }

    private static func level(_ percent: Int) -> Value { .level(Percent(clamping: percent)) }
    private static let orange = Value.colour(.rgb(red: 255, green: 128, blue: 0))

    static let devices: [Device] = [
        Device(
            dialect: "shelly-gen2",
            variables: "id: 0",
            kinds: [
                Kind(name: "switch", values: [.binary: .on]),
                Kind(name: "light", values: [.binary: .on, .regulable: level(41)]),
                Kind(name: "rgb", values: [.binary: .on, .regulable: level(42), .colour: orange]),
                Kind(name: "rgbw", values: [.binary: .on, .regulable: level(43), .colour: orange]),
                Kind(
                    name: "cct",
                    values: [.binary: .on, .regulable: level(44), .colour: .colour(.white(kelvin: 3000))]
                ),
                Kind(name: "rgbcct", values: [.binary: .on, .regulable: level(45), .colour: orange]),
                Kind(name: "cover", values: [.bidirectional: .up, .regulable: level(100)]),
                Kind(name: "cover_slats", values: [.regulable: level(20)]),
                Kind(name: "power", values: [.value: .number(38.4)]),
                Kind(name: "energy", values: [.value: .number(1234.57)]),
                Kind(name: "input", values: [.binary: .off]), Kind(name: "sensor", values: [.value: .number(7)]),
            ]
        ) { request in
            let lamps = ["Light": 41, "RGB": 42, "RGBW": 43, "CCT": 44, "RGBCCT": 45]
            let component = request.uri.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
            return switch component {
            case "Switch": #"{"id":0,"aenergy":{"total":1234.57},"apower":38.4,"output":true}"#
            case "Cover": #"{"id":0,"current_pos":100,"slat_pos":20,"state":"open"}"#
            case "Input": #"{"id":0,"state":false}"#
            case "BTHomeSensor": #"{"id":0,"value":7}"#
            default:
                """
                {"id":0,"brightness":\(lamps[component] ?? 0),"rgb":[255,128,0],"ct":3000,"mode":"rgb","output":true}
                """
            }
        },
        Device(
            dialect: "tasmota",
            variables: "number: 1",
            kinds: [
                Kind(name: "relay", values: [.binary: .off]),
                Kind(name: "light", values: [.binary: .on, .regulable: level(41)]),
                Kind(name: "light_rgb", values: [.binary: .on, .regulable: level(41), .colour: .colour(hsb)]),
                Kind(
                    name: "light_ct",
                    values: [.binary: .on, .regulable: level(41), .colour: .colour(.white(kelvin: 3003))]
                ),
                Kind(name: "light_rgbcct", values: [.binary: .on, .regulable: level(41), .colour: .colour(hsb)]),
                Kind(name: "shutter", values: [.bidirectional: .down, .regulable: level(0)]),
                Kind(name: "shutter_slats", values: [.regulable: level(50)]),
                Kind(name: "power", values: [.value: .number(38.4)]),
                Kind(name: "energy", values: [.value: .number(1234.57)]),
                Kind(name: "sensor", values: [.value: .number(7)]),
            ]
        ) { request in
            switch request.uri.split(separator: "=").last {
            case "Power1": #"{"POWER":"OFF"}"#
            case "State": #"{"Dimmer":41,"HSBColor":"30,100,100","CT":333,"White":0,"POWER":"ON"}"#
            case "ShutterPosition1": #"{"Shutter1":{"Position":0,"Direction":0,"Target":0,"Tilt":45}}"#
            default: #"{"StatusSNS":{"ENERGY":{"Total":1234.57,"Power":38.4},"Value":7}}"#
            }
        },
        Device(
            dialect: "homeassistant",
            variables: "entity: thing.a",
            kinds: [
                Kind(name: "light", values: [.regulable: level(41), .colour: orange]),
                Kind(name: "cover", values: [.regulable: level(60)]),
                Kind(name: "cover_tilt", values: [.regulable: level(20)]),
                Kind(name: "climate", values: [.value: .number(21.5)]),
                Kind(name: "climate_temperature", values: [.value: .number(20.3)]),
                Kind(name: "climate_humidity", values: [.value: .number(44)]),
                Kind(name: "climate_mode", values: [.value: .number(37)]),
                Kind(name: "climate_preset", values: [.value: .text("eco")]),
                Kind(name: "climate_action", values: [.binary: .off]),
                Kind(name: "input_number", values: [.regulable: level(37), .value: .number(37)]),
                Kind(name: "input_text", values: [.value: .number(37)]),
                Kind(name: "sensor", values: [.value: .number(37)]),
            ]
        ) { entity("37", for: $0) },
        Device(
            dialect: "homeassistant",
            variables: "entity: thing.a",
            kinds: [
                Kind(name: "light", values: [.binary: .on, .regulable: level(41), .colour: orange]),
                Kind(name: "switch", values: [.binary: .on]), Kind(name: "input_boolean", values: [.binary: .on]),
                Kind(name: "binary_sensor", values: [.binary: .on]),
                Kind(name: "climate_action", values: [.binary: .off]),
                Kind(name: "climate_mode", values: [.value: .text("on")]),
            ]
        ) { entity("on", for: $0) },
    ]

    private static func entity(_ state: String, for request: TestServer.Request) -> String {
        let entity = """
            {"entity_id":"thing.a","attributes":{"brightness":104,"rgb_color":[255,128,0],"color_mode":"rgb",\
            "current_position":60,"current_tilt_position":20,"temperature":21.5,"current_temperature":20.3,\
            "current_humidity":44,"preset_mode":"eco","hvac_action":"idle"},"state":"\(state)"}
            """
        return request.uri.hasSuffix("/api/states") ? "[\(entity)]" : entity
    }

    private static var hsb: Colour { Colour(hue: 30, saturation: 1, brightness: 1) }

    /// A new kind has to be added here.
    @Test func theTablesHaveAllKinds() throws {
        for name in Dialect.shipped.keys.sorted() {
            let kinds = try #require(Dialect.shipped(name)).kinds.keys
            let listed = Self.devices.filter { $0.dialect == name }.flatMap { $0.kinds.map(\.name) }
            #expect(Set(kinds) == Set(listed), "\(name)")
        }
    }

    @Test(arguments: devices)
    func eachShowsItsOwnNumber(device: Device) async throws {
        let dialect = try #require(Dialect.shipped(device.dialect))
        try await TestServer.run {
            .json(device.answer($0))
        } body: { server in
            for (number, one) in device.kinds.enumerated() {
                for other in device.kinds[number...] {
                    let entries = [("One", one), ("Other", other)].map { name, kind in
                        "\(name): {\(device.variables), kind: \(kind.name)}"
                    }
                    let node = try #require(try YAMLNode.read("{\(entries.joined(separator: ", "))}"))
                    let fixture = try LinkFixture(
                        "http://127.0.0.1:\(server.port)",
                        dialect: dialect,
                        elements: try ElementRules.read(node, dialect: dialect)
                    )
                    let elements = [("One", one), ("Other", other)].map { name, kind in
                        Element(name: name, kind: .device, types: kind.types)
                    }
                    let house = EngineOnHTTP(fixture, elements)
                    await house.pass(.seconds(61))
                    for (name, kind) in [("One", one), ("Other", other)] {
                        for (type, value) in kind.values {
                            let reading = house.reading(name, type)?.reading
                            let pair = "\(name) of \(one.name) and \(other.name)"
                            #expect(reading?.value == value && reading?.certainty == .confirmed, "\(pair)")
                        }
                    }
                    #expect(house.areTwins("One", "Other") == (one.name == other.name), "\(one.name) and \(other.name)")
                }
            }
        }
    }
}
