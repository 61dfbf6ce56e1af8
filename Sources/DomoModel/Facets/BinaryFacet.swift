/// On or off.
struct BinaryFacet: Facet {
    var word: String { "binary" }
    var namedValues: [Value] { [.on, .off] }
    var measure: Measure { .switched }

    /// `press` too: whether the element is a push button may depend on its link. Beside a text, it is one.
    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value? {
        let word = text.lowercased()
        if word == Value.press.word, !element.types.contains(.value) { return .press }
        return value(word: word)
    }

    func number(of value: Value) -> Double? {
        switch value {
        case .on: 1
        case .off: 0
        case .press, .level, .dimming, .up, .down, .stop, .number, .text, .colour: nil
        }
    }

    func value(number: Double) -> Value? { number == 0 ? .off : .on }

    func serverWords(for value: Value) -> [String] { value == .on ? ["on", "true", "1"] : ["off", "false", "0"] }

    var sources: [FacetType] { [.regulable] }
    var siblings: [FacetType] { [.regulable, .colour] }

    /// A lamp at a level above 0 is on, and so is one that becomes brighter.
    func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent?) -> FacetChange {
        if sibling == .dimming(.up) { return .to(.on) }
        // Each server and device that domo knows switches a lamp on with its colour; what is reported of a lamp that is
        // off is the colour that it will have.
        if case .colour(let colour) = sibling {
            return news == .observed ? .none : .to(colour == .black ? .off : .on)
        }
        guard case .level(let level) = sibling else { return .none }
        return .to(level > .zero ? .on : .off)
    }
}
