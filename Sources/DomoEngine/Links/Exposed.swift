public import DomoModel

/// What a link shows on its bus of other parts of the house.
public enum Exposed: Sendable, Hashable {
    /// The reading of a facet, on whichever link.
    case facet(FacetName)
    /// The same, but unknown while the reading is only assumed.
    case confirmed(FacetName)
    /// Whether the scene with this name is running: on or off.
    case scene(String)
}
