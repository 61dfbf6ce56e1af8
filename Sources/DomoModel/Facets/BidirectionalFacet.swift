/// Two directions and stop.
struct BidirectionalFacet: Facet {
    var word: String { "bidirectional" }
    var namedValues: [Value] { [.up, .down, .stop] }
    var measure: Measure { .directed }
}
