/// Everything specific to a facet type. Each type has a file with one conforming type.
protocol Facet: Sendable {
    /// The type's name in commands, replies and dialects.
    var word: String { get }

    // MARK: Values

    /// All values, if each has a word of its own; otherwise empty.
    var namedValues: [Value] { get }

    /// The possible values, for messages: `on, off`.
    func offer(for element: Element?) -> String

    /// True if any text is a valid value: the other types of an element are then tried first.
    var takesAnyText: Bool { get }

    /// Parses a value as typed after `set ELEMENT`.
    ///
    /// - Returns: nil if the text does not have the form of a value of this type.
    /// - Throws: if it does, but the element does not accept it.
    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value?

    /// Parses what `Value.word` wrote.
    func value(word: String) -> Value?

    /// Completions after `set ELEMENT`.
    var completions: [String] { get }

    /// The range of its numbers; nil if its values are not numbers.
    func range(of element: Element) -> ClosedRange<Double>?

    // MARK: Formatting

    /// True if JSON writes its values as numbers; all others are strings.
    var isNumberInJSON: Bool { get }

    /// The unit shown after a value, if any.
    ///
    /// - Parameter declared: the unit in the house file.
    func unit(of value: Value, declared: String?) -> String?

    // MARK: Statistics

    var measure: Measure { get }

    /// The number that stands for a value in statistics; nil if it has none.
    func number(of value: Value) -> Double?

    /// The height of a value in a chart; nil if it is not shown.
    func chartNumber(of value: Value) -> Double?

    /// The value with this number.
    func value(number: Double) -> Value?

    /// True if the number alone reproduces the value's spelling.
    func isKept(byNumberOf value: Value) -> Bool

    // MARK: Servers

    /// The names of the orders in dialects: one for each value, or those that take the value as a parameter.
    var orders: [String] { get }

    var ordersTakeValue: Bool { get }

    /// The name of the order for a value.
    func order(for value: Value) -> String?

    /// The default words of servers for a value.
    func serverWords(for value: Value) -> [String]

    /// The value of a server's word that the dialect does not define.
    ///
    /// - Parameter number: the word as a number, in the scale of the facet.
    func value(reported text: String, number: Double?) -> Value?

    // MARK: Agreement and siblings

    /// True if a house that reports `observed` has done what was ordered.
    ///
    /// - Parameter precision: the smallest difference between two values of the element; nil if unknown.
    func agree(ordered: Value, observed: Value, precision: Decimal?) -> Bool

    /// True if a change between the values counts as a change.
    func isChange(from old: Value, to new: Value) -> Bool

    /// The smallest difference between two values of an element, if its file declares one.
    func step(of element: Element) -> Decimal?

    /// The facets of the same element that change when this one is ordered.
    var siblings: [FacetType] { get }

    /// The facets of the same element from whose reports this one follows.
    var sources: [FacetType] { get }

    /// How this facet changes with one of its siblings.
    ///
    /// - Parameter lastLevel: the last level above 0.
    func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent?) -> FacetChange
}

extension Facet {
    func offer(for element: Element?) -> String { namedValues.map(\.word).joined(separator: ", ") }
    var takesAnyText: Bool { false }

    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value? { value(word: text.lowercased()) }

    func value(word: String) -> Value? { namedValues.first { $0.word == word } }
    var completions: [String] { namedValues.map(\.word) }
    func range(of element: Element) -> ClosedRange<Double>? { nil }

    var isNumberInJSON: Bool { false }
    func unit(of value: Value, declared: String?) -> String? { nil }

    func number(of value: Value) -> Double? { nil }
    func chartNumber(of value: Value) -> Double? { number(of: value) }
    func value(number: Double) -> Value? { nil }
    func isKept(byNumberOf value: Value) -> Bool { number(of: value).flatMap { self.value(number: $0) } == value }

    var orders: [String] { namedValues.map(\.word) }
    var ordersTakeValue: Bool { false }
    func order(for value: Value) -> String? { ordersTakeValue ? orders.first : value.word }
    func serverWords(for value: Value) -> [String] { [value.word] }
    func value(reported text: String, number: Double?) -> Value? { nil }

    func agree(ordered: Value, observed: Value, precision: Decimal?) -> Bool { ordered == observed }
    func isChange(from old: Value, to new: Value) -> Bool { old != new }
    func step(of element: Element) -> Decimal? { nil }
    var siblings: [FacetType] { [] }
    var sources: [FacetType] { [] }
    func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent?) -> FacetChange { .none }
}

/// How the new value of a facet is known.
public enum FacetNews: Sendable {
    /// The house accepted an order for it.
    case accepted
    /// The house reported it.
    case observed
}

/// How a facet changes with one of its siblings.
public enum FacetChange: Sendable, Equatable {
    case none
    case to(Value)
    /// It changes to an unknown value.
    case unknown
}

/// What statistics can be made of the values of a facet.
public enum Measure: Sendable {
    /// On is 1 and off is 0: the mean is the share of time in which it was on.
    case switched
    /// Two directions and positions between them; they have no mean.
    case directed
    /// Percentages, 0–100.
    case percent
    /// Any numbers, or texts.
    case number
    /// Words.
    case words

    /// True for numbers that can be compared.
    public var isNumeric: Bool {
        switch self {
        case .percent, .number: true
        case .switched, .directed, .words: false
        }
    }
}
