/// What a link shows on its bus of the rest of the house.
public enum Exposed: Sendable, Hashable {
    /// The reading of a facet, whichever link it is on.
    case facet(FacetName)
    /// Whether the scene of this name runs: on or off.
    case scene(String)
}
