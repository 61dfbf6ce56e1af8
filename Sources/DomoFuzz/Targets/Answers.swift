import DomoEngine
import DomoHTTP
import DomoModel

/// The answers of servers to state queries.
public struct Answers: FuzzTarget {
    public static let name = "answers"

    private let servers: [ServerSettings]

    public init() throws(Finding) {
        var servers: [ServerSettings] = []
        for name in Dialect.shipped.keys.sorted() {
            guard let dialect = Dialect.shipped(name), dialect.readingPlan != nil else { continue }
            servers.append(try Self.settings(dialect))
        }
        for text in Self.dialects { servers.append(try Self.settings(try Self.dialect(text))) }
        self.servers = servers
    }

    /// Dialects for each way to extract a word from an answer.
    private static let dialects = [
        """
        state:
          one: {url: "{url}/{name}"}
          binary: {regex: '"power":\\s*"?(\\w+)', map: {on: ["on", "1"], off: ["off", "0"]}, missing: off}
          bidirectional: {xpath: "//position/@at", map: {up: open, down: closed}}
          regulable: {json: 'a.b[1]["c.d"]', scale: 0-255}
          value: {xpath: "string(/a/text)"}
        """,
        """
        state:
          one: {url: "{url}/{name}"}
          binary: {map: {on: on, off: off}}
          bidirectional: {regex: "(open|closed)+", map: {up: open, down: closed}}
          regulable: {regex: '(\\d+(?:\\.\\d+)?)', scale: 0-1}
          value:
        """,
        """
        state:
          all: {url: "{url}/all", items: result.list, name: id, match: "{name}", json: state}
          binary: {map: {on: on, off: off}}
          bidirectional: {map: {up: open, down: closed}}
          regulable: {json: level}
          value:
        """,
    ]

    private static func dialect(_ text: String) throws(Finding) -> Dialect {
        do throws(DialectFaults) {
            return try Dialect.read(text, name: "own")
        } catch {
            throw Finding("\(error)")
        }
    }

    static func settings(_ dialect: Dialect) throws(Finding) -> ServerSettings {
        do throws(ServerSettingsFault) {
            return try ServerSettings(url: "http://h/base", dialect: dialect)
        } catch {
            throw Finding("the settings were rejected: \(error)")
        }
    }

    static let targets: [Target] = {
        let all: [(String, [FacetType])] = [
            ("input_boolean.lamp", [.binary]), ("cover.blind", [.bidirectional, .regulable]),
            ("light.sofa", [.binary, .regulable]), ("input_number.dimmer", [.regulable, .value]),
            ("input_text.message", [.value]), ("7", [.binary, .regulable, .bidirectional, .value]),
            ("Lámpara \"1\"", [.binary]),
            ("light.strip", [.binary, .regulable, .colour]), ("9", [.colour]),
        ]
        return all.map { Target(name: $0.0, path: "Casa/Salon/\($0.0)", types: FacetTypes($0.1) ?? FacetTypes()) }
    }()

    static let samples = [
        #"{"entity_id":"input_boolean.lamp","state":"on","attributes":{"editable":false},"last_changed":"2026-11-21T04:13:42+00:00"}"#,
        #"[{"entity_id":"light.sofa","state":"on","attributes":{"brightness":127}},{"entity_id":"cover.blind","state":"open","#
            + #""attributes":{"current_position":40}},{"entity_id":"input_number.dimmer","state":"102.0"}]"#,
        #"{"status":"OK","result":[{"idx":"7","Status":"On","Level":40,"Data":"Set Level: 40 %"}]}"#,
        #"{"id":0,"output":true,"brightness":50,"switch:0":{"output":false},"cover:0":{"state":"open","current_pos":30}}"#,
        #"{"StatusSTS":{"POWER":"ON","POWER1":"OFF","Dimmer":60,"Shutter1":{"Position":20}}}"#,
        #"[{"name":"7","state":"NULL","type":"Dimmer"},{"name":"input_boolean.lamp","state":"ON"},{"name":"x","state":"12.5 %"}]"#,
        #"<?xml version="1.0"?><LL control="dev/sps/io/7/state" value="1.000" Code="200"/>"#,
        #"<a><position at="open"/><text>abierta</text></a>"#,
        #"{"result":{"list":[{"id":"7","state":"on","level":"12"},{"id":7,"state":null,"level":1e999}]}}"#,
        #"[{"entity_id":"light.strip","state":"on","attributes":{"color_mode":"color_temp","color_temp_kelvin":2702,"#
            + #""rgb_color":[255,167,89]}}]"#,
        #"{"POWER":"ON","Dimmer":40,"HSBColor":"240,100,40","White":0,"CT":370,"rgb":[0,0,255],"ct":2700,"mode":"cct"}"#,
        "30,100,50", #"{"a":{"b":[0,{"c.d":255}]},"power":"on"}"#, "on", "", "12.5", "\u{FEFF}{}", "null", "[]",
        #"{"state":"\ud83d\ude00\u0000"}"#,
    ]

    public var corpus: [[UInt8]] { Self.samples.map { Array($0.utf8) } }

    public let words = [
        "{", "}", "[", "]", ",", ":", "\"", "null", "true", "false", "1e999", "-0", "0.1", "\"state\":",
        "\"entity_id\":", "\"id\":",
        "\"idx\":", "\"result\":", "\"attributes\":{", "\"brightness\":", "\"unavailable\"", "\"unknown\"", "\"NaN\"",
        "\"on\"", "\"open\"",
        "\\u0000", "\\ud800", "[[[[", "{\"a\":", "<a>", "</a>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&b;", "&#0;",
        "<![CDATA[", "on", "off",
        "256", "-1", "input_boolean.lamp", "cover.blind", "xmlns=\"u\"", "xmlns:p=\"u\"",
    ]

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        for settings in servers { try Self.check(settings, input, isForAll: random.once(in: 2)) }
    }

    /// Checks that the states from an answer only concern the queried targets and types.
    static func check(_ settings: ServerSettings, _ answer: [UInt8], isForAll: Bool) throws(Finding) {
        for targets in isForAll ? [targets] : targets.map({ [$0] }) {
            switch settings.report(of: answer, for: targets, isForAll: isForAll) {
            case .states(let observations):
                for observation in observations {
                    guard targets.indices.contains(observation.target) else {
                        throw Finding("a state of element \(observation.target) of \(targets.count)")
                    }
                    try check(observation, of: targets[observation.target], in: answer)
                }
            case .unusable(let reason): try expect(!reason.isEmpty, "unusable without a reason")
            case .refused, .failed, .cancelled: throw Finding("a received answer is reported as missing")
            }
        }
    }

    private static func check(
        _ observation: Answer.State,
        of target: Target,
        in answer: [UInt8]
    ) throws(Finding) {
        try expect(target.types.contains(observation.type), "\(target.name) is not \(observation.type.word)")
        guard let value = observation.value else { return }
        try expect(value.type == observation.type, "\(value) is not a \(observation.type.word) value")
        if case .text(let text) = value {
            try expect(text.count <= Value.maxTextLength, "a text of \(text.count) characters")
        }
    }
}
