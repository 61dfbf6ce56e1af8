/// On or off.
struct BinaryFacet: Facet {
    var word: String { "binary" }
    var offer: String { "on, off" }

    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value? {
        switch text.lowercased() {
        case "on": .on
        case "off": .off
        default: nil
        }
    }

    var siblings: [FacetType] { [.regulable] }

    /// A lamp at a level above 0 is on.
    func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent?) -> FacetChange {
        guard case .level(let level) = sibling else { return .none }
        return .to(level > .zero ? .on : .off)
    }
}
