public import DomoModel

/// An order that somebody gave on the bus of a link, for a facet of this link or of any other.
public struct LinkOrder: Sendable, Equatable {
    public var facet: FacetName
    public var value: Value
    /// Where it was sent, as the link writes it: `1/2/3`.
    public var address: String
    /// Who sent it, as the link writes it: `1.1.5`.
    public var source: String?

    public init(_ facet: FacetName, _ value: Value, address: String, source: String? = nil) {
        self.facet = facet
        self.value = value
        self.address = address
        self.source = source
    }
}
