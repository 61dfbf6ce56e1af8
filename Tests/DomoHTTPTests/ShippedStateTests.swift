import DomoEngine
import DomoModel
import Testing

@testable import DomoHTTP

/// How the shipped dialects read the answers in the servers' documentation.
struct ShippedStateTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var dialect: String
        var name: String
        var types: FacetTypes
        var query: String
        var answer: String
        /// For each type.
        var values: [Value?]
        /// Of a cover.
        var isMoving: Bool?

        init(
            _ dialect: String,
            _ name: String,
            _ types: [FacetType],
            _ query: String,
            _ answer: String,
            _ values: Value?...,
            isMoving: Bool? = nil
        ) {
            self.dialect = dialect
            self.name = name
            self.types = FacetTypes(types)!
            self.query = query
            self.answer = answer
            self.values = values
            self.isMoving = isMoving
        }

        var testDescription: String { "\(dialect) \(name) \(answer.prefix(60))" }
    }

    static func level(_ percent: Int) -> Value { .level(Percent(clamping: percent)) }

    static func entity(_ id: String, _ state: String, _ attributes: String = "{}") -> String {
        """
        {"entity_id": "\(id)", "state": "\(state)", "attributes": \(attributes),
         "last_changed": "2026-05-30T21:43:32.418320+00:00", "last_updated": "2026-05-30T21:43:32.418320+00:00"}
        """
    }

    private static func device(_ data: String) -> String {
        """
        {"ActTime" : 1396722458, "result" : [ {"BatteryLevel" : 255, "Data" : "\(data)", "HaveDimmer" : true,
         "LastUpdate" : "2023-03-13 19:41:38", "Level" : 70, "LevelInt" : 70, "MaxDimLevel" : 100, "Name" : "Lamp",
         "Status" : "\(data)", "Type" : "Light/Switch", "idx" : "99" } ], "status" : "OK", "title" : "Devices"}
        """
    }

    static let rest = "http://h/rest/items/"
    static let states = "http://h/api/states/"
    private static let rid = "http://h/json.htm?type=command&param=getdevices&rid="
    static let cm = "http://h/cm?user=&password=&cmnd="

    static let samples: [Sample] = [
        Sample("openhab", "Lamp", [.binary], "\(rest)Lamp/state", "ON", .on),
        Sample("openhab", "Lamp", [.binary], "\(rest)Lamp/state", "OFF", .off),
        Sample("openhab", "Lamp", [.binary], "\(rest)Lamp/state", "NULL", nil),
        Sample("openhab", "Lamp", [.binary], "\(rest)Lamp/state", "UNDEF", nil),
        Sample("openhab", "Lamp", [.binary, .regulable], "\(rest)Lamp/state", "35", .on, level(35)),
        Sample("openhab", "Lamp", [.binary, .regulable], "\(rest)Lamp/state", "0", .off, level(0)),
        Sample("openhab", "Louver", [.bidirectional], "\(rest)Louver/state", "0", .up),
        Sample("openhab", "Louver", [.bidirectional], "\(rest)Louver/state", "100", .down),
        Sample("openhab", "Louver", [.bidirectional, .regulable], "\(rest)Louver/state", "40", nil, level(40)),
        Sample("openhab", "T", [.value], "\(rest)T/state", "21.5 °C", .number(21.5)),
        Sample("homeassistant", "switch.a", [.binary], "\(states)switch.a", entity("switch.a", "on"), .on),
        Sample("homeassistant", "switch.a", [.binary], "\(states)switch.a", entity("switch.a", "unavailable"), nil),
        Sample(
            "homeassistant",
            "light.a",
            [.binary, .regulable],
            "\(states)light.a",
            entity("light.a", "on", #"{"brightness": 128, "friendly_name": "A"}"#),
            .on,
            level(50)
        ),
        Sample(
            "homeassistant",
            "light.a",
            [.binary, .regulable],
            "\(states)light.a",
            entity("light.a", "off", #"{"brightness": null}"#),
            .off,
            level(0)
        ),
        Sample(
            "homeassistant",
            "light.a",
            [.binary, .regulable],
            "\(states)light.a",
            entity("light.a", "unknown"),
            nil,
            nil
        ),
        Sample(
            "homeassistant",
            "Louver",
            [.bidirectional, .regulable],
            "\(states)cover.salon",
            entity("cover.salon", "open", #"{"current_position": 70}"#),
            .up,
            level(70),
            isMoving: false
        ),
        Sample(
            "homeassistant",
            "Louver",
            [.bidirectional],
            "\(states)cover.salon",
            entity("cover.salon", "opening"),
            .up,
            isMoving: true
        ),
        Sample(
            "homeassistant",
            "input_number.n",
            [.regulable, .value],
            "\(states)input_number.n",
            entity("input_number.n", "21.5"),
            level(22),
            .number(21.5)
        ),
        Sample(
            "homeassistant",
            "input_text.t",
            [.value],
            "\(states)input_text.t",
            entity("input_text.t", "añil \\\"x\\\""),
            .text("añil \"x\"")
        ),
        Sample("domoticz", "Lamp", [.binary, .regulable], "\(rid)99", device("Off"), .off, level(0)),
        Sample("domoticz", "Lamp", [.binary, .regulable], "\(rid)99", device("On"), .on, nil),
        Sample("domoticz", "Lamp", [.binary, .regulable], "\(rid)99", device("Set Level: 40 %"), .on, level(40)),
        Sample("domoticz", "Text", [.value], "\(rid)7", device("9.3 C, 89 %"), .text("9.3 C, 89 %")),
        Sample(
            "shelly-gen2",
            "Plug",
            [.binary],
            "http://h/rpc/Switch.GetStatus?id=0",
            #"{"id":0, "source":"WS_in", "output":false, "apower":0.0, "voltage":225.9, "temperature":{"tC":53.3}}"#,
            .off
        ),
        Sample(
            "shelly-gen2",
            "Lamp",
            [.binary, .regulable],
            "http://h/rpc/Light.GetStatus?id=0",
            #"{"id":0,"source":"init","output":true,"brightness":50}"#,
            .on,
            level(50)
        ),
        Sample(
            "shelly-gen2",
            "Lamp",
            [.binary, .regulable],
            "http://h/rpc/Light.GetStatus?id=0",
            #"{"id":0,"source":"init","output":false,"brightness":50}"#,
            .off,
            level(0)
        ),
        Sample(
            "shelly-gen2",
            "Louver",
            [.bidirectional, .regulable],
            "http://h/rpc/Cover.GetStatus?id=1",
            #"{"id":1,"source":"limit_switch","state":"open","apower":0,"pos_control":true,"current_pos":100}"#,
            .up,
            level(100),
            isMoving: false
        ),
        Sample(
            "shelly-gen2",
            "Louver",
            [.bidirectional, .regulable],
            "http://h/rpc/Cover.GetStatus?id=1",
            #"{"id":1,"state":"stopped","pos_control":false,"current_pos":null}"#,
            nil,
            nil,
            isMoving: false
        ),
        Sample(
            "shelly-gen2",
            "Door",
            [.binary],
            "http://h/rpc/Input.GetStatus?id=1",
            #"{"id":1,"state":true}"#,
            .on
        ),
        // A button has no state.
        Sample("shelly-gen2", "Door", [.binary], "http://h/rpc/Input.GetStatus?id=1", #"{"id":1,"state":null}"#, nil),
        Sample(
            "shelly-gen2",
            "Window",
            [.binary],
            "http://h/rpc/BTHomeSensor.GetStatus?id=200",
            #"{"id":200,"value":false,"last_updated_ts":1706593991}"#,
            .off
        ),
        Sample("tasmota", "Plug", [.binary], "\(cm)Power1", #"{"POWER":"ON"}"#, .on),
        Sample("tasmota", "Plug", [.binary], "\(cm)Power1", #"{"POWER1":"OFF"}"#, .off),
        Sample(
            "tasmota",
            "Lamp",
            [.binary, .regulable],
            "\(cm)State",
            #"{"Time":"2020-05-26T23:09:23","POWER":"ON","Dimmer":10,"Fade":"OFF","Wifi":{"AP":1}}"#,
            .on,
            level(10)
        ),
        Sample(
            "tasmota",
            "Lamp",
            [.binary, .regulable],
            "\(cm)State",
            #"{"Time":"2020-05-26T23:09:23","POWER":"OFF","Dimmer":10,"Fade":"OFF"}"#,
            .off,
            level(0)
        ),
        Sample(
            "tasmota",
            "Louver",
            [.bidirectional, .regulable],
            "\(cm)ShutterPosition2",
            #"{"Shutter2":{"Position":100,"Direction":0,"Target":100,"Tilt":0}}"#,
            .up,
            level(100),
            isMoving: false
        ),
        Sample(
            "tasmota",
            "Louver",
            [.bidirectional, .regulable],
            "\(cm)ShutterPosition2",
            #"{"Shutter2":{"Position":54,"Direction":-1,"Target":0}}"#,
            .down,
            level(54),
            isMoving: true
        ),
        Sample(
            "simulator",
            "Louver",
            [.bidirectional, .regulable],
            "http://h/state?path=House%2FLouver",
            #"{"path":"House/Louver","state":{"bidirectional":"up","regulable":37.5},"moving":false}"#,
            .up,
            level(38)
        ),
        Sample(
            "loxone",
            "Lamp",
            [.binary, .regulable],
            "http://h/jdev/sps/io/Lamp",
            #"{"LL": { "control": "dev/sps/io/Lamp", "value": "0", "Code": "200"}}"#,
            .off,
            level(0)
        ),
        Sample(
            "loxone",
            "Slider",
            [.regulable],
            "http://h/jdev/sps/io/Slider",
            #"{"LL": { "control": "dev/sps/io/Slider", "value": "75.000", "Code": "200"}}"#,
            level(75)
        ),
        Sample(
            "loxone",
            "Text",
            [.value],
            "http://h/jdev/sps/io/VTI1",
            #"{"LL": { "control": "dev/sps/io/VTI1", "value": "31.0 Liter", "Code": "200"}}"#,
            .text("31.0 Liter")
        ),
    ]

    @Test(arguments: samples + parts)
    func stateIsQueriedAndRead(sample: Sample) throws {
        let settings = try ShippedDialectTests.settings(sample.dialect)
        let target = Target(name: sample.name, path: "House/\(sample.name)", types: sample.types)
        let query = Query(id: .init(1), targets: [target], isForAll: false, timeout: .seconds(1))
        var request = RenderedRequest()
        try settings.render(query, into: &request)
        #expect(String(decoding: request.url, as: UTF8.self) == sample.query)
        #expect(request.method == .get)
        #expect(settings.readable(target) == sample.types)
        let expected = zip(sample.types, sample.values).map {
            Answer.State(target: 0, type: $0, value: $1, isMoving: sample.isMoving)
        }
        #expect(settings.report(of: Array(sample.answer.utf8), for: [target], isForAll: false) == .states(expected))
    }

    @Test func oneAnswerReportsAll() throws {
        let openhab = try ShippedDialectTests.settings("openhab")
        let targets = [
            Target.named("Lamp", .binary, .regulable), .named("Gone", .binary), .named("Louver", .bidirectional),
            .named("Lamp", in: "House/Two", .binary),
        ]
        let answer = #"[{"state":"40","name":"Lamp"},{"state":"NULL","name":"Louver"},{"state":"ON","name":"Strange"}]"#
        let expected: [Answer.State] = [
            .init(target: 0, type: .binary, value: .on),
            .init(target: 0, type: .regulable, value: .level(Percent(clamping: 40))),
            .init(target: 3, type: .binary, value: .on), .init(target: 2, type: .bidirectional, value: nil),
        ]
        #expect(openhab.report(of: Array(answer.utf8), for: targets, isForAll: true) == .states(expected))

        let homeassistant = try ShippedDialectTests.settings("homeassistant")
        let entities = [Target.named("light.a", .binary, .regulable), .named("Louver", .bidirectional)]
        let states = """
            [{"entity_id": "cover.salon", "state": "closed", "attributes": {}},
             {"entity_id": "light.a", "state": "on", "attributes": {"brightness": 255}}]
            """
        let seen: [Answer.State] = [
            .init(target: 1, type: .bidirectional, value: .down, isMoving: false),
            .init(target: 0, type: .binary, value: .on),
            .init(target: 0, type: .regulable, value: .level(Percent(clamping: 100))),
        ]
        #expect(homeassistant.report(of: Array(states.utf8), for: entities, isForAll: true) == .states(seen))
    }

    @Test func pervMLReportsNoState() throws {
        let settings = try ServerSettings(url: "http://h")
        #expect(settings.reading == nil)
        #expect(settings.readable(.named("Lamp", .binary)).isEmpty)
    }

    /// The text of a display that was never written is unknown, which is a valid answer.
    @Test func nullMeansUnknown() throws {
        let settings = try ShippedDialectTests.settings("simulator")
        let display = Target.named("Display", .value)
        func report(_ answer: String) -> Answer {
            settings.report(of: Array(answer.utf8), for: [display], isForAll: false)
        }
        #expect(
            report(#"{"path":"House/Display","state":{"value":null}}"#)
                == .states([.init(target: 0, type: .value, value: nil)])
        )
        guard case .unusable = report(#"{"path":"House/Display","state":{}}"#) else {
            Issue.record("what says nothing of the display is no answer")
            return
        }
    }

    @Test(arguments: ["up", "down", "stop"]) func movementStateOfABlindIsRead(word: String) throws {
        let settings = try ShippedDialectTests.settings("simulator")
        let reported = word == "stop" ? "between" : word
        let answer = #"{"path":"House/Louver","state":{"bidirectional":"\#(reported)"}}"#
        let target = Target.named("Louver", .bidirectional)
        #expect(
            settings.report(of: Array(answer.utf8), for: [target], isForAll: false)
                == .states([
                    .init(target: 0, type: .bidirectional, value: ["up": .up, "down": .down, "stop": .stop][word])
                ])
        )
    }

    @Test(arguments: Dialect.shipped.keys.sorted())
    func anyAnswerIsHandled(name: String) throws {
        let settings = try ShippedDialectTests.settings(name)
        let targets = [Target.named("Lamp", .binary, .regulable, .bidirectional, .value)]
        for answer in ["", "{", "[]", "null", "1", "<LL/>", "\u{0}", "{\"state\":{}}", "[[[[[[[[", "{\"LL\":[]}"] {
            for isForAll in [true, false] {
                switch settings.report(of: Array(answer.utf8), for: targets, isForAll: isForAll) {
                case .states(let observed): #expect(observed.allSatisfy { $0.value == nil || name == "openhab" })
                case .unusable: break
                default: Issue.record("\(answer)")
                }
            }
        }
    }
}
