/// An endpoint's number in `Links`. It holds for one load alone.
struct EndpointID: Hashable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}
