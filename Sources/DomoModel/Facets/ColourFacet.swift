/// A colour, or white light of a temperature. Beside a level it has no brightness of its own.
struct ColourFacet: Facet {
    var word: String { "colour" }
    var namedValues: [Value] { [] }
    var measure: Measure { .words }
    var orders: [String] { ["colour", "white"] }
    var ordersTakeValue: Bool { true }

    func order(for value: Value) -> String? {
        guard case .colour(let colour) = value else { return nil }
        return colour.isWhite ? "white" : "colour"
    }

    var completions: [String] { Colour.named.map(\.word) }

    func offer(for element: Element?) -> String {
        let light = element?.details?.light ?? LightModes()
        let colours = light.hasColours ? "a colour (#ff8000 or red)" : nil
        let white = light.white.map { "white (\($0.lowerBound)K–\($0.upperBound)K or warm)" }
        return [colours, white].compactMap(\.self).joined(separator: ", ")
    }

    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value? {
        let light = element.details?.light ?? LightModes()
        if let named = Colour(named: text.lowercased()) { return .colour(try fitting(named, light, text, element)) }
        guard let colour = Colour(text) else { return nil }
        switch colour {
        case .rgb:
            guard light.hasColours else { throw refusal("\(element.name) has no colours, only white", element) }
            guard element.types.contains(.regulable) else { return .colour(colour) }
            guard colour != .black else {
                throw refusal("black is no colour of \(element.name)", element, "switch it off, or order level 0")
            }
            return .colour(colour.atFullBrightness)
        case .white(let kelvin):
            guard let range = light.white else { throw refusal("\(element.name) has no white of its own", element) }
            guard range.contains(kelvin) else { throw refusal("\(text) is out of range", element) }
            return .colour(colour)
        }
    }

    /// The nearest that a lamp has to a colour with a word.
    private func fitting(
        _ colour: Colour,
        _ light: LightModes,
        _ text: String,
        _ element: Element
    ) throws(ValueRefusal) -> Colour {
        switch (colour, light.white) {
        case (.rgb, _):
            guard light.hasColours else { throw refusal("\(element.name) has no \(text), only white", element) }
            return colour
        case (.white(let kelvin), let range?):
            return .white(kelvin: min(max(kelvin, range.lowerBound), range.upperBound))
        case (.white, nil):
            let (red, green, blue) = colour.components
            return .rgb(red: red, green: green, blue: blue)
        }
    }

    private func refusal(_ message: String, _ element: Element, _ hint: String? = nil) -> ValueRefusal {
        ValueRefusal(message: message, hint: hint ?? "\(element.name) takes \(offer(for: element))")
    }

    func value(word: String) -> Value? { Colour(word).map { .colour($0) } }

    func value(reported text: String, number: Double?) -> Value? { Colour(text).map { .colour($0) } }

    /// - Parameter precision: how far components may be apart.
    func agree(ordered: Value, observed: Value, precision: Decimal?) -> Bool {
        guard case .colour(let one) = ordered, case .colour(let other) = observed else { return false }
        return one.isClose(to: other, tolerance: precision?.double ?? Colour.tolerance)
    }

    /// A lamp that reports a slightly different colour than ordered does not change it.
    func isChange(from old: Value, to new: Value) -> Bool { !agree(ordered: old, observed: new, precision: nil) }
}
