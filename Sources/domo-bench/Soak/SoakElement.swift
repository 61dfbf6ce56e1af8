/// An element of a soak's house: its name and kind.
struct SoakElement: Sendable {
    enum Kind: CaseIterable, Sendable {
        case switching
        /// Binary and regulable.
        case dimmable
        case cover
        case value
    }

    var name: String
    var kind: Kind

    /// Makes elements whose names begin with a letter, with equal numbers of each kind.
    static func make(_ count: Int, letter: String) -> [SoakElement] {
        (0..<count).map { SoakElement(name: "\(letter)\($0)", kind: Kind.allCases[$0 % Kind.allCases.count]) }
    }

    var initialState: SoakState {
        switch kind {
        case .switching: .switching(isOn: false)
        case .dimmable: .dimmable(level: 0, lastLevel: 100)
        case .cover: .cover("up")
        case .value: .value("v0")
        }
    }

    /// The value of an order that it accepts.
    func word(_ random: inout SoakRandom) -> String {
        switch kind {
        case .switching: random.pick(["on", "off"])
        case .dimmable: random.pick(["on", "off", "\(random.below(101))"])
        case .cover: random.pick(["up", "down"])
        case .value: "v\(random.below(1000))"
        }
    }

    var xml: String {
        let types =
            switch kind {
            case .switching: "<Tipo>1</Tipo>"
            case .dimmable: "<Tipo>1</Tipo><Tipo>2</Tipo>"
            case .cover: "<Tipo>3</Tipo>"
            case .value: "<Tipo>4</Tipo>"
            }
        return "<Dispositivo><Nombre>\(name)</Nombre>\(types)</Dispositivo>\n"
    }
}

/// The state of an element in a soak's server.
enum SoakState: Equatable, Sendable {
    case switching(isOn: Bool)
    /// 0 is off; `on` restores the last level.
    case dimmable(level: Int, lastLevel: Int)
    case cover(String)
    case value(String)

    mutating func apply(_ word: String) {
        switch self {
        case .switching: self = .switching(isOn: word == "on")
        case .dimmable(_, let lastLevel):
            let level = word == "on" ? lastLevel : Int(word) ?? 0
            self = .dimmable(level: level, lastLevel: level > 0 ? level : lastLevel)
        case .cover: self = .cover(word)
        case .value: self = .value(word)
        }
    }

    /// The fields in the server's response.
    var json: String {
        switch self {
        case .switching(let isOn): #""binary":"\#(isOn ? "on" : "off")""#
        case .dimmable(let level, _): #""binary":"\#(level > 0 ? "on" : "off")","level":\#(level)"#
        case .cover(let word): #""cover":"\#(word)""#
        case .value(let text): #""value":"\#(text)""#
        }
    }

    /// The expected prefixes of the readings in a reply to `show`.
    var readings: [String] {
        switch self {
        case .switching(let isOn): [#"{"type":"binary","value":"\#(isOn ? "on" : "off")""#]
        case .dimmable(let level, _):
            [
                #"{"type":"binary","value":"\#(level > 0 ? "on" : "off")""#,
                #"{"type":"regulable","value":\#(level)"#,
            ]
        case .cover(let word): [#"{"type":"bidirectional","value":"\#(word)""#]
        case .value(let text): [#"{"type":"value","value":"\#(text)""#]
        }
    }
}
