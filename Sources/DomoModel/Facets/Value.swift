/// What an element can be, and can be asked to be, in absolute terms: ordered twice it does no more than once.
public enum Value: Hashable, Sendable {
    case on, off
    case level(Percent)
    case up, down, stop
    case number(Decimal)
    /// Never the usual spelling of a number: `FacetType.value(word:)` makes the right one of both.
    case text(String)

    /// The longest text that an element may be given, in characters.
    public static let longestText = 1024

    /// The type that has this value.
    public var type: FacetType {
        switch self {
        case .on, .off: .binary
        case .level: .regulable
        case .up, .down, .stop: .bidirectional
        case .number, .text: .value
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
        case .number(let number): number.description
        case .text(let text): text
        }
    }
}

extension Value {
    /// The number by which a history reckons with it: 1 and 0 for on and off; nil for what is no number.
    public var historyNumber: Double? { type.facet.number(of: self) }

    /// True where that number alone brings it back as it was written.
    public var isKeptByHistoryNumber: Bool { type.facet.isKept(byNumberOf: self) }

    /// The height at which a chart shows it; nil where it shows none.
    public var chartNumber: Double? { type.facet.chartNumber(of: self) }

    /// The number that can be above or below another; nil where there is none.
    public var number: Double? { type.measure.isNumeric ? historyNumber : nil }

    /// The unit behind it where it is shown, if there is one.
    ///
    /// - Parameter declared: the one of the house file.
    public func unit(declared: String?) -> String? { type.facet.unit(of: self, declared: declared) }

    /// The name of the order by which a dialect gives it.
    public var order: String { type.facet.orderWithValue ?? word }

    /// True where a change from the other value of the same type to this one is news.
    public func isChange(from old: Value) -> Bool { type.facet.isChange(from: old, to: self) }

    /// True where a house that reports `other` has done what was ordered.
    ///
    /// - `precision`: the least difference that the element and its binding know; see `Element.precision`.
    public func agrees(with other: Value, precision: Decimal? = nil) -> Bool {
        type == other.type && type.facet.agree(ordered: self, observed: other, precision: precision)
    }
}
