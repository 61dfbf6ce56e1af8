/// All that is special about one type of facet. There is one file for each type, with one type that conforms.
protocol Facet: Sendable {
    /// The type's name in the command language, in replies and in dialects.
    var word: String { get }

    /// What can be asked of an element, for messages: `on, off`.
    var offer: String { get }

    /// True where any text is one of its values: then the other types of an element are asked first what a text means.
    var takesAnyText: Bool { get }

    /// Reads a value as the user wrote it after `set ELEMENT`.
    ///
    /// - Returns: nil where the text has not the form of any of its values.
    /// - Throws: where it has, and the element does not take it.
    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value?

    /// The facets of the same element that move when this one is ordered.
    var siblings: [FacetType] { get }

    /// How this facet changes when one of its siblings does.
    ///
    /// - Parameter lastLevel: the last level above 0.
    func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent?) -> FacetChange

    /// True where a house that reports `observed` has done what was ordered.
    func agree(ordered: Value, observed: Value) -> Bool
}

extension Facet {
    var takesAnyText: Bool { false }
    var siblings: [FacetType] { [] }

    func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent?) -> FacetChange { .none }

    func agree(ordered: Value, observed: Value) -> Bool { ordered == observed }
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
