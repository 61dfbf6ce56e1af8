/// Two directions and stop.
struct BidirectionalFacet: Facet {
    var word: String { "bidirectional" }
    var namedValues: [Value] { [.up, .down, .stop] }
    var measure: Measure { .directed }

    /// A direction is no number to reckon with.
    func chartNumber(of value: Value) -> Double? { value == .up ? 1 : value == .down ? -1 : 0 }
}
