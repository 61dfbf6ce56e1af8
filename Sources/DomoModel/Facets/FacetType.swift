/// How an element is controlled. The raw value is the number in `<Tipo>`, 1–15.
public enum FacetType: UInt8, Sendable, CaseIterable {
    /// On or off.
    case binary = 1
    /// A level, 0–100 %.
    case regulable = 2
    /// Two directions and stop.
    case bidirectional = 3
    /// A number or a text.
    case value = 4
    /// A colour, or white of a temperature.
    case colour = 5

    /// The implementation of the type.
    var facet: any Facet {
        switch self {
        case .binary: BinaryFacet()
        case .regulable: RegulableFacet()
        case .bidirectional: BidirectionalFacet()
        case .value: ValueFacet()
        case .colour: ColourFacet()
        }
    }
}

// Used by other targets; implemented in the type's own file.

extension FacetType {
    /// The type's name in commands and replies.
    public var word: String { facet.word }

    public init?(word: some StringProtocol) {
        guard let type = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = type
    }

    /// All values, if each has a word of its own; otherwise empty.
    public var namedValues: [Value] { facet.namedValues }

    /// The possible values of any element of this type, for messages.
    public var offer: String { facet.offer(for: nil) }

    /// Completions after `set ELEMENT`.
    public var completions: [String] { facet.completions }

    /// Parses what `Value.word` writes; nil for anything else.
    public func value(word: String) -> Value? { facet.value(word: word) }

    /// The range of an element's numbers; nil if its values are not numbers.
    public func range(of element: Element) -> ClosedRange<Double>? { facet.range(of: element) }

    /// True if JSON writes its values as numbers; all others are strings.
    public var isNumberInJSON: Bool { facet.isNumberInJSON }

    /// What statistics can be made of its values.
    public var measure: Measure { facet.measure }

    /// The value with this number in statistics.
    public func value(number: Double) -> Value? { facet.value(number: number) }

    /// The names of the orders in dialects.
    public var orders: [String] { facet.orders }

    /// True if an order in a dialect takes the value as a parameter.
    public var ordersTakeValue: Bool { facet.ordersTakeValue }

    /// The default words of servers for a value.
    public func serverWords(for value: Value) -> [String] { facet.serverWords(for: value) }

    /// The value of a server's word that the dialect does not define.
    ///
    /// - `number`: the word as a number, in the scale of the facet.
    public func value(reported text: String, number: Double?) -> Value? {
        facet.value(reported: text, number: number)
    }

    /// True if an order for the other type changes this facet of the same element.
    public func moves(with other: FacetType) -> Bool { self == other || facet.siblings.contains(other) }

    /// True if a report of the other type shows what this facet of the same element is.
    public func follows(from other: FacetType) -> Bool { self == other || facet.sources.contains(other) }

    /// How this facet of an element changes when a sibling is accepted or observed with a value.
    ///
    /// - `lastLevel`: the element's last level above 0.
    public func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent? = nil) -> FacetChange {
        facet.change(after: sibling, news, lastLevel: lastLevel)
    }
}
