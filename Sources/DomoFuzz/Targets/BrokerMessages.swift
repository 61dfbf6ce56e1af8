import DomoLanguage
import DomoMQTT

/// Messages of an MQTT broker: what they order, and what is answered.
///
/// The first line of an input is the topic, the second a topic for answers; the rest is the payload.
public struct BrokerMessages: FuzzTarget {
    public static let name = "mqtt"

    private static let house = String(repeating: "a", count: 16)
    private static let letters = ["b", "c", "d", "e", "f"]
    private static let types = ["binary", "regulable", "bidirectional", "value", "colour", "light"]
    private static let payloads = [
        "on", "OFF", "toggle", "40", "+10", "-5%", "up", "STOP", "21.5", "hola", "#ff8000", "2700K",
        #"{"state":"ON","brightness":40}"#, #"{"state":"OFF"}"#, #"{"color":{"r":1,"g":2,"b":3}}"#,
        #"{"color_temp":2700}"#, #"{"name":"x","level":40}"#, "--until 1s", "a\nset Lock on", "\"", "\\",
    ]

    private var probe: MessageProbe

    public init() { probe = MessageProbe(Self.model) }

    public let maxLength = 2048

    public var corpus: [[UInt8]] {
        let topics = Self.letters.flatMap { letter in
            Self.types.map { "domo/\(Self.house)/\(String(repeating: letter, count: 16))/\($0)/set" }
        }
        let all = topics + ["domo/scenes/scene/evening/set", "domo/scenes/scene/a%2Fb/set", "domo/scenes/stop", "x"]
        return all.enumerated().map { index, topic in
            Array("\(topic)\nanswers/1\n\(Self.payloads[index % Self.payloads.count])".utf8)
        }
    }

    public var words: [String] {
        Self.payloads + Self.types
            + ["domo/", "homeassistant/", "/set", "/", "+", "#", "%2F", "%", "answers", "evening", "\n", "\"", " "]
    }

    public mutating func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        let topic = String(decoding: lines[0], as: UTF8.self)
        var message = MessageProbe.Message(topic: topic, payload: lines.count > 2 ? Array(lines[2]) : [])
        if lines.count > 1, !lines[1].isEmpty { message.responseTopic = String(decoding: lines[1], as: UTF8.self) }
        message.isRetained = random.once(in: 8)
        message.isDuplicate = random.once(in: 8)
        if let problem = probe.feed(message) { throw Finding("\(problem), of a message on \(topic.debugDescription)") }
    }

    /// A house with an element of each kind.
    private static let model: ModelView = {
        let kinds: [(String, [String])] = [
            ("Lamp", ["binary", "regulable", "colour"]), ("Blind", ["bidirectional", "regulable"]),
            ("Lock", ["binary"]), ("Note", ["value"]), ("Two words", ["binary", "value"]),
        ]
        let elements = zip(letters, kinds).map { letter, kind in
            var element = ModelElement(
                path: "Casa/\(kind.0)",
                name: kind.0,
                kind: "device",
                types: kind.1,
                writable: kind.1
            )
            element.id = String(repeating: letter, count: 16)
            return element
        }
        var place = ModelPlace(path: "Casa", name: "Casa", kind: "house", elements: elements, sectors: [])
        place.id = house
        return ModelView(houses: [place])
    }()
}
