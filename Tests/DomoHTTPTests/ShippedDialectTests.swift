import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// The shipped dialects: exactly what they send, and how they read the answers in the servers' documentation.
struct ShippedDialectTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        var dialect: String
        var action: Value
        var name: String
        /// `METHOD url`, the headers, and the body, one line each.
        var request: [String]

        init(_ dialect: String, _ action: Value, _ name: String, _ request: String...) {
            self.dialect = dialect
            self.action = action
            self.name = name
            self.request = request
        }

        var testDescription: String { "\(dialect) \(action.word) \(name)" }
    }

    /// The entries for single elements.
    static let elements = [
        "domoticz": "{Lamp: {idx: 99}, Text: {idx: 7}}",
        "homeassistant":
            "{Louver: {entity: cover.salon}, Tilt: {entity: cover.salon, kind: cover_tilt}, "
            + "Mode: {entity: climate.salon, kind: climate_mode}, Valve: {entity: climate.salon, kind: climate_action}}",
        "shelly-gen2": """
        {Lamp: {kind: light}, Louver: {kind: cover, id: 1}, Far: {url: "http://10.0.0.7", id: 2}, Plug: {id: 0},
         Door: {kind: input, id: 1}, Window: {kind: sensor, id: 200},
         Slats: {kind: cover_slats, id: 1}, Power: {kind: power}, Energy: {kind: energy}}
        """,
        "tasmota": """
        {Lamp: {kind: light}, Louver: {kind: shutter, number: 2}, Plug: {number: 1},
         Slats: {kind: shutter_slats, number: 2}, Power: {kind: power}, Energy: {kind: energy},
         Wide: {kind: shutter_slats, actions: {level: {command: "ShutterTilt{number} {value|scale -90-90|round}"}},
                state: {regulable: {scale: -90-90}}},
         Bath: {kind: sensor, state: {value: {json: StatusSNS.AM2301.Temperature}}}}
        """,
        "loxone": "{Text: {control: VTI1}}",
    ]

    static func settings(_ name: String, credentials: Credentials = .none) throws -> ServerSettings {
        let dialect = try #require(Dialect.shipped(name))
        let node = try YAMLNode.read(elements[name] ?? "")
        return try ServerSettings(
            url: "http://h",
            credentials: credentials,
            dialect: dialect,
            elements: try node.map { try ElementRules.read($0, dialect: dialect) } ?? ElementRules()
        )
    }

    private static let half = Value.level(Percent(clamping: 50))
    private static let json = "Content-Type: application/json"
    private static let text = "Content-Type: text/plain; charset=utf-8"

    static let golden: [Golden] = [
        Golden("openhab", .on, "Lamp", "POST http://h/rest/items/Lamp", text, "ON"),
        Golden("openhab", .off, "Lamp", "POST http://h/rest/items/Lamp", text, "OFF"),
        Golden("openhab", .up, "Louver", "POST http://h/rest/items/Louver", text, "UP"),
        Golden("openhab", .down, "Louver", "POST http://h/rest/items/Louver", text, "DOWN"),
        Golden("openhab", .stop, "Louver", "POST http://h/rest/items/Louver", text, "STOP"),
        Golden("openhab", half, "Lamp", "POST http://h/rest/items/Lamp", text, "50"),
        // A Number:Temperature takes a number in its own unit (DecimalType), a String any text.
        Golden("openhab", .number(21.5), "Clima", "POST http://h/rest/items/Clima", text, "21.5"),
        Golden("openhab", .text("comfort"), "Clima_Modo", "POST http://h/rest/items/Clima_Modo", text, "comfort"),
        Golden("openhab", half, "Louver_Lamas", "POST http://h/rest/items/Louver_Lamas", text, "50"),
        Golden("openhab", .text("añil & co"), "T", "POST http://h/rest/items/T", text, "añil & co"),
        Golden(
            "homeassistant",
            .on,
            "light.salon",
            "POST http://h/api/services/light/turn_on",
            json,
            #"{"entity_id": "light.salon"}"#
        ),
        Golden(
            "homeassistant",
            .off,
            "switch.a",
            "POST http://h/api/services/switch/turn_off",
            json,
            #"{"entity_id": "switch.a"}"#
        ),
        Golden(
            "homeassistant",
            .on,
            "input_boolean.b",
            "POST http://h/api/services/input_boolean/turn_on",
            json,
            #"{"entity_id": "input_boolean.b"}"#
        ),
        Golden(
            "homeassistant",
            half,
            "light.salon",
            "POST http://h/api/services/light/turn_on",
            json,
            #"{"entity_id": "light.salon", "brightness_pct": 50}"#
        ),
        Golden(
            "homeassistant",
            .up,
            "Louver",
            "POST http://h/api/services/cover/open_cover",
            json,
            #"{"entity_id": "cover.salon"}"#
        ),
        Golden(
            "homeassistant",
            .down,
            "Louver",
            "POST http://h/api/services/cover/close_cover",
            json,
            #"{"entity_id": "cover.salon"}"#
        ),
        Golden(
            "homeassistant",
            .stop,
            "Louver",
            "POST http://h/api/services/cover/stop_cover",
            json,
            #"{"entity_id": "cover.salon"}"#
        ),
        Golden(
            "homeassistant",
            half,
            "Tilt",
            "POST http://h/api/services/cover/set_cover_tilt_position",
            json,
            #"{"entity_id": "cover.salon", "tilt_position": 50}"#
        ),
        Golden(
            "homeassistant",
            .number(21.5),
            "climate.salon",
            "POST http://h/api/services/climate/set_temperature",
            json,
            #"{"entity_id": "climate.salon", "temperature": 21.5}"#
        ),
        Golden(
            "homeassistant",
            .text("heat"),
            "Mode",
            "POST http://h/api/services/climate/set_hvac_mode",
            json,
            #"{"entity_id": "climate.salon", "hvac_mode": "heat"}"#
        ),
        Golden(
            "homeassistant",
            half,
            "Louver",
            "POST http://h/api/services/cover/set_cover_position",
            json,
            #"{"entity_id": "cover.salon", "position": 50}"#
        ),
        Golden(
            "homeassistant",
            .text("21.5"),
            "input_number.n",
            "POST http://h/api/services/input_number/set_value",
            json,
            #"{"entity_id": "input_number.n", "value": 21.5}"#
        ),
        Golden(
            "homeassistant",
            .text("say \"hi\"\\"),
            "input_text.t",
            "POST http://h/api/services/input_text/set_value",
            json,
            #"{"entity_id": "input_text.t", "value": "say \"hi\"\\"}"#
        ),
        Golden(
            "domoticz",
            .on,
            "Lamp",
            "GET http://h/json.htm?type=command&param=switchlight&idx=99&switchcmd=On"
        ),
        Golden(
            "domoticz",
            .off,
            "Lamp",
            "GET http://h/json.htm?type=command&param=switchlight&idx=99&switchcmd=Off"
        ),
        Golden(
            "domoticz",
            half,
            "Lamp",
            "GET http://h/json.htm?type=command&param=switchlight&idx=99&switchcmd=Set%20Level&level=50"
        ),
        Golden(
            "domoticz",
            .text("a&b"),
            "Text",
            "GET http://h/json.htm?type=command&param=udevice&idx=7&nvalue=0&svalue=a%26b"
        ),
        Golden("shelly-gen2", .on, "Plug", "GET http://h/rpc/Switch.Set?id=0&on=true"),
        Golden("shelly-gen2", .off, "Far", "GET http://10.0.0.7/rpc/Switch.Set?id=2&on=false"),
        Golden("shelly-gen2", .on, "Lamp", "GET http://h/rpc/Light.Set?id=0&on=true"),
        Golden("shelly-gen2", .off, "Lamp", "GET http://h/rpc/Light.Set?id=0&on=false"),
        Golden("shelly-gen2", half, "Lamp", "GET http://h/rpc/Light.Set?id=0&on=true&brightness=50"),
        Golden("shelly-gen2", half, "Slats", "GET http://h/rpc/Cover.GoToPosition?id=1&slat_pos=50"),
        Golden("shelly-gen2", .up, "Louver", "GET http://h/rpc/Cover.Open?id=1"),
        Golden("shelly-gen2", .down, "Louver", "GET http://h/rpc/Cover.Close?id=1"),
        Golden("shelly-gen2", .stop, "Louver", "GET http://h/rpc/Cover.Stop?id=1"),
        Golden("shelly-gen2", half, "Louver", "GET http://h/rpc/Cover.GoToPosition?id=1&pos=50"),
        Golden("tasmota", .on, "Plug", "GET http://h/cm?user=&password=&cmnd=Power1%20ON"),
        Golden("tasmota", .off, "Lamp", "GET http://h/cm?user=&password=&cmnd=Power1%20OFF"),
        Golden("tasmota", .on, "Lamp", "GET http://h/cm?user=&password=&cmnd=Power1%20ON"),
        Golden("tasmota", half, "Lamp", "GET http://h/cm?user=&password=&cmnd=Dimmer%2050"),
        Golden("tasmota", .up, "Louver", "GET http://h/cm?user=&password=&cmnd=ShutterOpen2"),
        Golden("tasmota", .down, "Louver", "GET http://h/cm?user=&password=&cmnd=ShutterClose2"),
        Golden("tasmota", .stop, "Louver", "GET http://h/cm?user=&password=&cmnd=ShutterStop2"),
        Golden("tasmota", half, "Louver", "GET http://h/cm?user=&password=&cmnd=ShutterPosition2%2050"),
        Golden("tasmota", half, "Slats", "GET http://h/cm?user=&password=&cmnd=ShutterTilt2%2045"),
        Golden(
            "tasmota",
            ShippedStateTests.level(100),
            "Slats",
            "GET http://h/cm?user=&password=&cmnd=ShutterTilt2%200"
        ),
        Golden(
            "tasmota",
            ShippedStateTests.level(33),
            "Slats",
            "GET http://h/cm?user=&password=&cmnd=ShutterTilt2%2060"
        ),
        Golden(
            "tasmota",
            ShippedStateTests.level(0),
            "Wide",
            "GET http://h/cm?user=&password=&cmnd=ShutterTilt1%20-90"
        ),
        Golden("loxone", .on, "Lamp 1", "GET http://h/jdev/sps/io/Lamp%201/On"),
        Golden("loxone", .off, "Lamp", "GET http://h/jdev/sps/io/Lamp/Off"),
        Golden("loxone", half, "Lamp", "GET http://h/jdev/sps/io/Lamp/50"),
        Golden("loxone", .text("a/b ñ"), "Text", "GET http://h/jdev/sps/io/VTI1/a%2Fb%20%C3%B1"),
        Golden("simulator", .on, "Lamp", "POST http://h?operation=enable&PERVMLSERVICENAME=Lamp"),
        Golden("simulator", .down, "Lamp", "POST http://h?operation=disable&PERVMLSERVICENAME=Lamp"),
        Golden("simulator", half, "Lamp", "POST http://h?operation=setValue&PERVMLSERVICENAME=Lamp&value=50"),
    ]

    @Test(arguments: golden)
    func eachActionIsSentAsDocumented(golden: Golden) throws {
        var request = RenderedRequest()
        let target = Target.named(golden.name)
        try Self.settings(golden.dialect).render(golden.action, of: target, into: &request)
        var lines =
            ["\(request.method.rawValue) \(String(decoding: request.url, as: UTF8.self))"] + request.headers.map(\.line)
        if request.hasBody { lines.append(String(decoding: request.body, as: UTF8.self)) }
        #expect(lines == golden.request)
        let profile = HTTPLinkProfile(settings: try Self.settings(golden.dialect), label: "test")
        let signal = try profile.prepare(golden.action, for: target)
        #expect(try signal.text == profile.signal(for: golden.action, of: target))
        request.url.append(0)
        #expect(try #require(signal.content as? PreparedRequest).request == request)
    }

    @Test func unsupportedOrderIsRefusedWithTheSupportedOnes() throws {
        let loop = CurlLoop()
        defer { loop.stop() }
        let cases: [(String, Value, String, String)] = [
            ("homeassistant", .on, "fan.a", "has no kind \"fan\""),
            ("homeassistant", .up, "light.a", "no order for up"),
            ("domoticz", .on, "Plug", "House/Plug has no idx"), ("domoticz", .up, "Lamp", "no order for up"),
            ("homeassistant", .text("warm"), "input_number.n", "\"warm\" is not a number"),
        ]
        for (dialect, action, name, words) in cases {
            let link = HTTPLink(settings: try Self.settings(dialect), loop: loop)
            let fault = try #require(throws: SignalFault.self) {
                try link.profile.signal(for: action, of: .named(name))
            }
            #expect(fault.message.contains(words), "\(fault)")
        }
    }

    @Test func shownRequestHidesThePassword() throws {
        let loop = CurlLoop()
        defer { loop.stop() }
        let credentials = Credentials.basic(user: "admin", password: "jok er")
        let settings = try Self.settings("tasmota", credentials: credentials)
        var request = RenderedRequest()
        try settings.render(.on, of: .named("Plug"), into: &request)
        #expect(
            String(decoding: request.url, as: UTF8.self) == "http://h/cm?user=admin&password=jok%20er&cmnd=Power1%20ON"
        )
        let shown = try HTTPLink(settings: settings, loop: loop).profile.signal(for: .on, of: .named("Plug"))
        #expect(shown == "GET http://h/cm?user=admin&password=***&cmnd=Power1%20ON")
        let prepared = try HTTPLink(settings: settings, loop: loop).profile.prepare(.on, for: .named("Plug"))
        #expect(prepared.text == shown)
        #expect(try #require(prepared.content as? PreparedRequest).request.url == request.url + [0])
        let entity = HTTPLink(settings: try Self.settings("homeassistant"), loop: loop)
        #expect(
            try entity.profile.signal(for: .on, of: .named("light.a"))
                == #"POST http://h/api/services/light/turn_on {"entity_id": "light.a"}"#
        )
    }
}
