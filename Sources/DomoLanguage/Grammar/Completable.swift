public import DomoModel

/// What may be suggested for an operand or the value of an option.
public enum Completable: Equatable, Sendable {
    case nothing
    /// The given words.
    case words([String])
    /// Houses, sectors and elements.
    case places
    /// Elements, of the given type if there is one.
    case elements(FacetType?)
    /// Values for the element that is the first operand, of the given type if there is one.
    case values(FacetType?)
    case scenes
    /// Files and folders.
    case files
}
