/// What can be asked of an element, in absolute terms: carried out twice it does no more than once.
public enum Value: Hashable, Sendable {
    case on, off
    case level(Percent)
    case up, down, stop
    case text(String)

    /// The longest text that an element may be given, in characters.
    public static let longestText = 1024

    /// The type that offers this action.
    public var type: FacetType {
        switch self {
        case .on, .off: .binary
        case .level: .regulable
        case .up, .down, .stop: .bidirectional
        case .text: .value
        }
    }

    /// The value as the command language writes it after `set ELEMENT`, unquoted.
    public var word: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .level(let percent): String(percent.value)
        case .up: "up"
        case .down: "down"
        case .stop: "stop"
        case .text(let text): text
        }
    }

    /// True where a house in the state `other` has obeyed.
    public func agrees(with other: Value) -> Bool {
        type == other.type && type.facet.agree(ordered: self, observed: other)
    }
}
