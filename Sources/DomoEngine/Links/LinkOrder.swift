public import DomoModel

/// An order given on the bus of a link, for a facet of this or any other link.
public struct LinkOrder: Sendable, Equatable {
    public var facet: FacetName
    public var value: Value
    /// The address it was sent to, as the link writes it: `1/2/3`.
    public var address: String
    /// The sender, as the link writes it: `1.1.5`.
    public var source: String?

    public init(_ facet: FacetName, _ value: Value, address: String, source: String? = nil) {
        self.facet = facet
        self.value = value
        self.address = address
        self.source = source
    }
}
