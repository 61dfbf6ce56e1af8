/// What an element can have, or be ordered to do.
public enum Value: Hashable, Sendable {
    case on, off
    /// What a push button does: it acts each time, and is no state.
    case press
    case level(Percent)
    case dimming(Dimming)
    case up, down, stop
    case number(Decimal)
    /// Never the usual spelling of a number: `FacetType.value(word:)` creates the right case.
    case text(String)
    case colour(Colour)

    /// The maximum length of a text, in characters.
    public static let maxTextLength = 1024

    /// The maximum length of a text in bytes: a character may have any number of marks.
    public static let maxTextBytes = 4096

    /// The type of the value.
    public var type: FacetType {
        switch self {
        case .on, .off, .press: .binary
        case .level, .dimming: .regulable
        case .up, .down, .stop: .bidirectional
        case .number, .text: .value
        case .colour: .colour
        }
    }

    /// The value as typed after `set ELEMENT`, unquoted.
    public var word: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .press: "press"
        case .level(let percent): String(percent.value)
        case .dimming(let dimming): dimming.word
        case .up: "up"
        case .down: "down"
        case .stop: "stop"
        case .number(let number): number.description
        case .text(let text): text
        case .colour(let colour): colour.word
        }
    }
}

/// A level that changes while a button is held.
public enum Dimming: Hashable, Sendable, CaseIterable {
    case up, down, stop

    /// As typed after `set ELEMENT`.
    public var word: String {
        switch self {
        case .up: "dim+"
        case .down: "dim-"
        case .stop: "hold"
        }
    }

    /// As typed after `dim ELEMENT`.
    public var direction: String {
        switch self {
        case .up: "up"
        case .down: "down"
        case .stop: "stop"
        }
    }
}

extension Value {
    /// False for what an element only does: it never has this value.
    public var isState: Bool {
        switch self {
        case .on, .off, .level, .up, .down, .number, .text, .colour: true
        case .stop, .dimming, .press: false
        }
    }

    /// The number in statistics: 1 and 0 for on and off; nil if it is not a number.
    public var historyNumber: Double? { type.facet.number(of: self) }

    /// True if that number alone reproduces the spelling.
    public var isKeptByHistoryNumber: Bool { type.facet.isKept(byNumberOf: self) }

    /// The height in a chart; nil if it is not shown.
    public var chartNumber: Double? { type.facet.chartNumber(of: self) }

    /// The number for comparisons; nil if there is none.
    public var number: Double? { type.measure.isNumeric ? historyNumber : nil }

    /// The unit shown after it, if any.
    ///
    /// - Parameter declared: the unit in the house file.
    public func unit(declared: String?) -> String? { type.facet.unit(of: self, declared: declared) }

    /// As shown to people, with its unit; text is quoted.
    ///
    /// - Parameter unit: the unit in the house file.
    public func text(unit declared: String?) -> String {
        if case .text(let text) = self { return "\"\(text)\"" }
        return word + (unit(declared: declared).map { " \($0)" } ?? "")
    }

    /// The name of its order in dialects; nil if they have none for it.
    public var order: String? { type.facet.order(for: self) }

    /// True if a change from the other value of the same type counts as a change.
    public func isChange(from old: Value) -> Bool { type.facet.isChange(from: old, to: self) }

    /// True if a house that reports `other` has done what was ordered.
    ///
    /// - `precision`: the smallest difference between two values of the element and its binding; see
    ///   `Element.precision`.
    public func agrees(with other: Value, precision: Decimal? = nil) -> Bool {
        type == other.type && type.facet.agree(ordered: self, observed: other, precision: precision)
    }
}
