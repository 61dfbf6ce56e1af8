public import DomoModel

/// What may stand in the place of an operand, for whoever suggests words.
public enum Completable: Equatable, Sendable {
    case nothing
    /// Those words.
    case words([String])
    /// Houses, sectors and elements.
    case places
    /// Elements; where a type is given, those that have it.
    case elements(FacetType?)
    /// Values for the element that is named first; where a type is given, those of that type.
    case values(FacetType?)
    case scenes
}
