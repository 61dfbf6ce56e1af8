/// An endpoint's number in `Links`, valid for one load only.
struct EndpointID: Hashable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    /// In orders for virtual elements, which go to no endpoint.
    static let ofVirtual = EndpointID(-1)
}
