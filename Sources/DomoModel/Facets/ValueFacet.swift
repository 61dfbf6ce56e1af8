/// A number or a text.
struct ValueFacet: Facet {
    var word: String { "value" }
    var offer: String { "any text" }
    var takesAnyText: Bool { true }

    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value? {
        if text.count > Value.longestText {
            throw ValueRefusal(
                message: "the text for \(element.name) has \(text.count) characters",
                hint: "a text has at most \(Value.longestText) characters"
            )
        }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw ValueRefusal(
                message: "the text for \(element.name) holds a control character",
                hint: "a text is one line of printable characters"
            )
        }
        guard let details = element.details, details.minimum != nil || details.maximum != nil else {
            return .text(text)
        }
        let range = "\(details.minimum.map(plain) ?? "…")–\(details.maximum.map(plain) ?? "…")"
        let hint = "\(element.name) takes a number, \(range)" + (details.unit.map { " " + $0 } ?? "")
        guard let number = Double(text), number.isFinite else {
            throw ValueRefusal(message: "\"\(text.prefix(80))\" is not a number", hint: hint)
        }
        guard number >= details.minimum ?? -.infinity, number <= details.maximum ?? .infinity else {
            throw ValueRefusal(message: "\(text) is out of range", hint: hint)
        }
        return .text(text)
    }

    /// Numbers are compared as numbers, `20` and `20.0` are one.
    func agree(ordered: Value, observed: Value) -> Bool {
        guard case .text(let one) = ordered, case .text(let other) = observed else { return false }
        if one == other { return true }
        guard let one = Double(one), let other = Double(other) else { return false }
        return one == other
    }
}

/// A number without the `.0` of a whole one.
private func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
}
