import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// Lamps with colours in the shipped dialects: what is sent, and how the answers in the servers' documentation are read.
struct ShippedColourTests {
    struct Lamp: Sendable, CustomTestStringConvertible {
        var dialect: String
        /// Its entry under `elements`.
        var entry: String
        /// Orders, and the end of what is sent: of the body, or of the URL.
        var orders: [(word: String, sent: String)]
        /// Answers, and the states of switch, level and colour in them.
        var answers: [(answer: String, states: [String?])]

        var testDescription: String { "\(dialect) \(entry)" }
    }

    private static func homeAssistant(_ attributes: String, state: String = "on") -> String {
        #"{"entity_id": "light.strip", "state": "\#(state)", "attributes": {\#(attributes)}}"#
    }

    /// Sources: Home Assistant, integrations/light (actions and attributes); openHAB, configuration/items (Color: HSB);
    /// Shelly, gen2/ComponentsAndServices/RGB, RGBW, CCT and RGBCCT; Tasmota, docs/Commands (Color2, CT, HSBColor, State).
    static let lamps: [Lamp] = [
        Lamp(
            dialect: "homeassistant",
            entry: "{entity: light.strip}",
            orders: [
                ("#ff8000", #"{"entity_id": "light.strip", "rgb_color": [255, 128, 0]}"#),
                ("2700K", #"{"entity_id": "light.strip", "color_temp_kelvin": 2700}"#),
            ],
            answers: [
                (
                    homeAssistant(
                        #""brightness": 128, "color_mode": "rgb", "rgb_color": [255, 128, 0], "color_temp_kelvin": null"#
                    ), ["on", "50", "#ff8000"]
                ),
                (
                    homeAssistant(
                        #""brightness": 255, "color_mode": "color_temp", "color_temp_kelvin": 2702, "rgb_color": [255, 167, 89]"#
                    ), ["on", "100", "2702K"]
                ),
                // A light that is off has none.
                (homeAssistant(#""brightness": null, "color_mode": null"#, state: "off"), ["off", "0", nil]),
            ]
        ),
        Lamp(
            dialect: "openhab",
            entry: "{item: Strip_Color}",
            orders: [("#ff8000", "30,100,100"), ("#ffffff", "0,0,100")],
            answers: [
                ("30,100,50", ["on", "50", "#ff8000"]), ("30,100,0", ["off", "0", nil]), ("NULL", [nil, nil, nil]),
            ]
        ),
        Lamp(
            dialect: "shelly-gen2",
            entry: "{id: 0, kind: rgb}",
            orders: [("#ff8000", "http://h/rpc/RGB.Set?id=0&on=true&rgb=%5B255,128,0%5D")],
            answers: [
                (
                    #"{"id":0,"source":"WS_in","output":true,"rgb":[255,128,0],"brightness":75}"#,
                    ["on", "75", "#ff8000"]
                ),
                (#"{"id":0,"source":"init","output":false,"rgb":[0,0,255],"brightness":75}"#, ["off", "0", "#0000ff"]),
            ]
        ),
        Lamp(
            dialect: "shelly-gen2",
            entry: "{id: 1, kind: rgbw}",
            orders: [("#0000ff", "http://h/rpc/RGBW.Set?id=1&on=true&rgb=%5B0,0,255%5D")],
            answers: [
                (
                    #"{"id":1,"source":"init","output":true,"rgb":[0,0,255],"brightness":40,"white":50}"#,
                    ["on", "40", "#0000ff"]
                )
            ]
        ),
        Lamp(
            dialect: "shelly-gen2",
            entry: "{id: 0, kind: cct}",
            orders: [("2700K", "http://h/rpc/CCT.Set?id=0&on=true&ct=2700")],
            answers: [(#"{"id":0,"source":"init","output":true,"brightness":75,"ct":3500}"#, ["on", "75", "3500K"])]
        ),
        Lamp(
            dialect: "shelly-gen2",
            entry: "{id: 0, kind: rgbcct}",
            orders: [
                ("#ff8000", "http://h/rpc/RGBCCT.Set?id=0&on=true&mode=%22rgb%22&rgb=%5B255,128,0%5D"),
                ("2700K", "http://h/rpc/RGBCCT.Set?id=0&on=true&mode=%22cct%22&ct=2700"),
            ],
            answers: [
                (
                    #"{"id":0,"output":true,"brightness":30,"mode":"cct","ct":2700,"rgb":[255,128,0]}"#,
                    ["on", "30", "2700K"]
                ),
                (
                    #"{"id":0,"output":true,"brightness":30,"mode":"rgb","ct":2700,"rgb":[255,128,0]}"#,
                    ["on", "30", "#ff8000"]
                ),
            ]
        ),
        Lamp(
            dialect: "tasmota",
            entry: "{kind: light_rgb}",
            orders: [("#ff8000", "cmnd=Color2%20255%2C128%2C0")],
            answers: [
                (
                    #"{"Time":"2026-01-01T00:00:00","POWER":"ON","Dimmer":50,"Color":"804000","HSBColor":"30,100,50"}"#,
                    ["ON", "50", "#ff8000"]
                )
            ]
        ),
        Lamp(
            dialect: "tasmota",
            entry: "{kind: light_ct}",
            orders: [("2700K", "cmnd=CT%20370")],
            answers: [(#"{"POWER":"OFF","Dimmer":50,"Color":"0000","White":50,"CT":370}"#, ["OFF", "0", "2703K"])]
        ),
        Lamp(
            dialect: "tasmota",
            entry: "{kind: light_rgbcct}",
            orders: [("#0000ff", "cmnd=Color2%200%2C0%2C255"), ("6500K", "cmnd=CT%20154")],
            answers: [
                (
                    #"{"POWER":"ON","Dimmer":40,"Color":"0000660000","HSBColor":"240,100,40","White":0,"CT":370}"#,
                    ["ON", "40", "#0000ff"]
                ),
                (
                    #"{"POWER":"ON","Dimmer":40,"Color":"0000006600","HSBColor":"240,100,0","White":40,"CT":154}"#,
                    ["ON", "40", "6494K"]
                ),
            ]
        ),
        Lamp(
            dialect: "simulator",
            entry: "{}",
            orders: [
                ("#ff8000", "operation=setValue&PERVMLSERVICENAME=Strip&value=%23ff8000"),
                ("2700K", "operation=setValue&PERVMLSERVICENAME=Strip&value=2700K"),
            ],
            answers: [
                (#"{"state": {"binary": "on", "regulable": 40, "colour": "2700K"}}"#, ["on", "40", "2700K"]),
                (##"{"state": {"binary": "off", "regulable": 0, "colour": "#0000ff"}}"##, ["off", "0", "#0000ff"]),
            ]
        ),
    ]

    private static let strip = Target(
        name: "Strip",
        path: "House/Strip",
        types: FacetTypes([.binary, .regulable, .colour])!
    )

    private func settings(_ lamp: Lamp) throws -> ServerSettings {
        let dialect = try #require(Dialect.shipped(lamp.dialect))
        let node = lamp.entry == "{}" ? nil : try YAMLNode.read("{Strip: \(lamp.entry)}")
        return try ServerSettings(
            url: "http://h",
            credentials: .none,
            dialect: dialect,
            elements: try node.map { try ElementRules.read($0, dialect: dialect) } ?? ElementRules()
        )
    }

    @Test(arguments: lamps) func ordersAreSentAsDocumented(lamp: Lamp) throws {
        for (word, sent) in lamp.orders {
            var request = RenderedRequest()
            let value = try #require(FacetType.colour.value(word: word))
            try settings(lamp).render(value, of: Self.strip, into: &request)
            let bytes = request.hasBody ? request.body : request.url
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(sent), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(arguments: lamps) func answersAreReadAsDocumented(lamp: Lamp) throws {
        for (answer, states) in lamp.answers {
            let report = try settings(lamp).report(of: Array(answer.utf8), for: [Self.strip], isForAll: false)
            guard case .states(let found) = report else {
                Issue.record("\(report)")
                continue
            }
            let types = Array(Self.strip.types)
            for (type, word) in zip(types, states) {
                let state = found.first { $0.type == type }
                #expect(state?.value?.word == word?.lowercased(with: type), "\(type) in \(answer)")
            }
        }
    }

    /// The request for all elements has the colours too.
    @Test func allElementsAreReadAtOnce() throws {
        let lamp = Self.lamps[0]
        let answer = "[\(lamp.answers[0].answer), \(Self.homeAssistant("", state: "off"))]"
        let report = try settings(lamp).report(of: Array(answer.utf8), for: [Self.strip], isForAll: true)
        guard case .states(let found) = report else {
            Issue.record("\(report)")
            return
        }
        // The second contradicts the first.
        #expect(found.map(\.value) == [nil, nil, nil])
        let first = try settings(lamp).report(
            of: Array("[\(lamp.answers[0].answer)]".utf8),
            for: [Self.strip],
            isForAll: true
        )
        guard case .states(let found) = first else {
            Issue.record("\(first)")
            return
        }
        #expect(found.map { $0.value?.word } == ["on", "50", "#ff8000"])
    }

    // MARK: - Forms

    @Test(
        arguments: [
            (ColourForm.rgb, "255,128,0", "#ff8000"), (.rgb, "[255, 128, 0]", "#ff8000"),
            (.rgb, "255 128 0 99", "#ff8000"),
            (.rgb, "FF8000", "#ff8000"), (.rgb, "#FF800000", "#ff8000"), (.rgb, "2700K", "2700K"),
            (.rgb, "256,0,0", nil),
            (.rgb, "255", nil), (.hs, "30.2,100", "#ff8000"), (.hs, "30,100,50", nil), (.hsb, "30,100,50", "#804000"),
            (.hsb, "361,100,50", nil), (.kelvin, "2700", "2700K"), (.kelvin, "0", nil), (.mired, "370", "2703K"),
            (.mired, "0", nil), (.mired, "nan", nil),
        ] as [(ColourForm, String, String?)]
    ) func formIsRead(form: ColourForm, text: String, word: String?) {
        #expect(form.colour(of: text)?.word == word)
    }

    @Test func placeholderWithoutATextIsRefused() throws {
        let dialect = try Dialect.read(
            "order: {url: \"{url}/{name}\"}\nactions: {colour: {url: \"{url}/{kelvin}\"}}",
            name: "own"
        )
        let settings = try ServerSettings(url: "http://h", credentials: .none, dialect: dialect)
        var request = RenderedRequest()
        let red = try #require(FacetType.colour.value(word: "#ff0000"))
        #expect(throws: SignalFault.self) { try settings.render(red, of: Self.strip, into: &request) }
    }

    @Test(arguments: [
        ("actions: {on: {url: \"{url}/{red}\"}}", "uses {red} for on, which has no colour"),
        ("actions: {colour: {url: \"{url}/red\"}}", "does not send the value of colour"),
        (
            "state: {one: {url: \"{url}/s\"}, colour: {json: a, form: cmyk}}",
            "unknown form \"cmyk\""
        ),
        ("state: {one: {url: \"{url}/s\"}, colour: {json: a, mode: {json: b}}}", "mode tells colour and white apart"),
        ("state: {one: {url: \"{url}/s\"}, colour: {json: a, white: {form: mired}}}", "white has no source"),
        ("state: {one: {url: \"{url}/s\"}, value: {json: a, form: hsb}}", "form"),
    ]) func wrongDialectIsRefused(text: String, message: String) throws {
        let faults = try #require(throws: DialectFaults.self) {
            try Dialect.read("order: {url: \"{url}/{name}\"}\n" + text, name: "own")
        }
        #expect(faults.faults.contains { $0.message.contains(message) }, "\(faults.faults)")
    }
}

extension String {
    /// Servers write the words of a switch in either case.
    fileprivate func lowercased(with type: FacetType) -> String { type == .binary ? lowercased() : self }
}
