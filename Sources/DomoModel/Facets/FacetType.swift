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

extension FacetType {
    /// The type's name in the command language and in replies.
    public var word: String { facet.word }

    public init?(word: some StringProtocol) {
        guard let type = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = type
    }

    /// What may be asked of an element of this type, for messages to people.
    public var offer: String { facet.offer }

    /// True where an order of the other type moves this facet of the same element.
    public func moves(with other: FacetType) -> Bool { self == other || facet.siblings.contains(other) }

    /// What becomes of this facet of an element when a sibling is accepted or observed to have a value.
    ///
    /// - Parameter lastLevel: the last level above 0 that the element had.
    public func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent? = nil) -> FacetChange {
        facet.change(after: sibling, news, lastLevel: lastLevel)
    }
}
