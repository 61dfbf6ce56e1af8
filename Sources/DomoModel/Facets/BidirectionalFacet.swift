/// Two directions and stop.
struct BidirectionalFacet: Facet {
    var word: String { "bidirectional" }
    var namedValues: [Value] { [.up, .down, .stop] }
    var measure: Measure { .directed }

    /// A direction is not a number, but a chart can show it.
    func chartNumber(of value: Value) -> Double? { value == .up ? 1 : value == .down ? -1 : 0 }
}
