public import DomoModel

/// What a link shows on its bus of other parts of the house.
public enum Exposed: Sendable, Hashable {
    /// The reading of a facet, on whichever link.
    case facet(FacetName)
    /// Whether the scene with this name is running: on or off.
    case scene(String)
}
