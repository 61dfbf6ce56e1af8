/// All that is special about one type of facet. There is one file for each type, with one type that conforms.
protocol Facet: Sendable {
    /// The type's name in the command language, in replies and in dialects.
    var word: String { get }

    // MARK: What it can be

    /// All of its values, where each has a word of its own; else empty.
    var namedValues: [Value] { get }

    /// What can be asked of the element, for messages: `on, off`.
    func offer(for element: Element?) -> String

    /// True where any text is one of its values: then the other types of an element are asked first what a text means.
    var takesAnyText: Bool { get }

    /// Reads a value as the user wrote it after `set ELEMENT`.
    ///
    /// - Returns: nil where the text has not the form of any of its values.
    /// - Throws: where it has, and the element does not take it.
    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value?

    /// Reads back what `Value.word` wrote.
    func value(word: String) -> Value?

    /// What may be typed after `set ELEMENT`.
    var completions: [String] { get }

    /// The numbers that it can be; nil where its values are no numbers.
    func range(of element: Element) -> ClosedRange<Double>?

    // MARK: How it is written

    /// True where JSON writes its values as numbers; all others are strings.
    var isNumberInJSON: Bool { get }

    /// The unit behind a value that is shown, where there is one.
    ///
    /// - Parameter declared: the one of the house file.
    func unit(of value: Value, declared: String?) -> String?

    // MARK: What it is reckoned with

    var measure: Measure { get }

    /// The number by which a history reckons with a value; nil for what is no number.
    func number(of value: Value) -> Double?

    /// The height at which a chart shows a value; nil where it shows none.
    func chartNumber(of value: Value) -> Double?

    /// The value that has this number.
    func value(number: Double) -> Value?

    /// True where the number alone brings a value back as it was written.
    func isKept(byNumberOf value: Value) -> Bool

    // MARK: How a server knows it

    /// The order of a dialect that takes the value itself; nil where each value has an order that bears its word.
    var orderWithValue: String? { get }

    /// Words that servers use for a value, where a dialect says nothing else.
    func serverWords(for value: Value) -> [String]

    /// What a server's word means that is none of the dialect's.
    ///
    /// - Parameter number: what it is as a number, in the scale of the facet.
    func value(reported text: String, number: Double?) -> Value?

    // MARK: How it agrees and follows

    /// True where a house that reports `observed` has done what was ordered.
    ///
    /// - Parameter precision: the least difference that the element knows; nil where nothing is said of that.
    func agree(ordered: Value, observed: Value, precision: Decimal?) -> Bool

    /// True where a change from the one value to the other is news.
    func isChange(from old: Value, to new: Value) -> Bool

    /// The least difference between two values of an element, where its file declares one.
    func step(of element: Element) -> Decimal?

    /// The facets of the same element that move when this one is ordered.
    var siblings: [FacetType] { get }

    /// How this facet changes when one of its siblings does.
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

    var orderWithValue: String? { nil }
    func serverWords(for value: Value) -> [String] { [value.word] }
    func value(reported text: String, number: Double?) -> Value? { nil }

    func agree(ordered: Value, observed: Value, precision: Decimal?) -> Bool { ordered == observed }
    func isChange(from old: Value, to new: Value) -> Bool { old != new }
    func step(of element: Element) -> Decimal? { nil }
    var siblings: [FacetType] { [] }
    func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent?) -> FacetChange { .none }
}

/// What is new about a facet.
public enum FacetNews: Sendable {
    /// The house accepted an order for it.
    case accepted
    /// The house reported it.
    case observed
}

/// What becomes of a facet when one of its siblings changes.
public enum FacetChange: Sendable, Equatable {
    case none
    case to(Value)
    /// It changes, and nobody knows to what.
    case unknown
}

/// What can be reckoned with the values of a facet over time.
public enum Measure: Sendable {
    /// On is 1 and off is 0: the mean is the part of the time in which it was on.
    case switched
    /// Two directions and what lies between; they have no mean.
    case directed
    /// Numbers of percent, 0–100.
    case percent
    /// Any numbers, or texts.
    case number
    /// Words.
    case words

    /// True for numbers that can be above or below another.
    public var isNumeric: Bool {
        switch self {
        case .percent, .number: true
        case .switched, .directed, .words: false
        }
    }
}
