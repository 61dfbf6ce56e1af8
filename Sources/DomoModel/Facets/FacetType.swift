/// What kind of thing an element is, from the side of whoever moves it. The raw value is the number in `<Tipo>`, 1–15.
public enum FacetType: UInt8, Sendable, CaseIterable {
    /// On or off.
    case binary = 1
    /// A level, 0–100 %.
    case regulable = 2
    /// Two directions and stop.
    case bidirectional = 3
    /// A number or a text.
    case value = 4

    /// What is special about the type.
    var facet: any Facet {
        switch self {
        case .binary: BinaryFacet()
        case .regulable: RegulableFacet()
        case .bidirectional: BidirectionalFacet()
        case .value: ValueFacet()
        }
    }
}

// What other targets may ask of a type; the answers are in the type's own file.

extension FacetType {
    /// The type's name in the command language and in replies.
    public var word: String { facet.word }

    public init?(word: some StringProtocol) {
        guard let type = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = type
    }

    /// All of its values, where each has a word of its own; else empty.
    public var namedValues: [Value] { facet.namedValues }

    /// What can be asked of any element of this type, for messages to people.
    public var offer: String { facet.offer(for: nil) }

    /// What may be typed after `set ELEMENT`.
    public var completions: [String] { facet.completions }

    /// Reads back what `Value.word` wrote; nil for what it never writes.
    public func value(word: String) -> Value? { facet.value(word: word) }

    /// The numbers that an element can be; nil where its values are no numbers.
    public func range(of element: Element) -> ClosedRange<Double>? { facet.range(of: element) }

    /// True where JSON writes its values as numbers; all others are strings.
    public var isNumberInJSON: Bool { facet.isNumberInJSON }

    /// What can be reckoned with its values over time.
    public var measure: Measure { facet.measure }

    /// The value that has this number in a history.
    public func value(number: Double) -> Value? { facet.value(number: number) }

    /// The names of the orders by which a dialect gives its values.
    public var orders: [String] { facet.orderWithValue.map { [$0] } ?? facet.namedValues.map(\.word) }

    /// True where an order of a dialect takes the value itself.
    public var ordersTakeValue: Bool { facet.orderWithValue != nil }

    /// Words that servers use for a value, where a dialect says nothing else.
    public func serverWords(for value: Value) -> [String] { facet.serverWords(for: value) }

    /// What a server's word means that is none of the dialect's.
    ///
    /// - `number`: what it is as a number, in the scale of the facet.
    public func value(reported text: String, number: Double?) -> Value? {
        facet.value(reported: text, number: number)
    }

    /// True where an order of the other type moves this facet of the same element.
    public func moves(with other: FacetType) -> Bool { self == other || facet.siblings.contains(other) }

    /// What becomes of this facet of an element when a sibling is accepted or observed to have a value.
    ///
    /// - `lastLevel`: the last level above 0 that the element had.
    public func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent? = nil) -> FacetChange {
        facet.change(after: sibling, news, lastLevel: lastLevel)
    }
}
