/// A facet by name, which is valid across reloads.
public struct FacetName: Hashable, Sendable {
    /// The element's full path.
    public var path: String
    public var type: FacetType

    public init(path: String, type: FacetType) {
        self.path = path
        self.type = type
    }
}
