/// Two directions and stop.
struct BidirectionalFacet: Facet {
    var word: String { "bidirectional" }
    var offer: String { "up, down, stop" }

    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value? {
        switch text.lowercased() {
        case "up": .up
        case "down": .down
        case "stop": .stop
        default: nil
        }
    }
}
