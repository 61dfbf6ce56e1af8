import DomoModel

/// A number with its unit, as servers write it: `21.5 °C`, `1.234kW`, `99.0 %`.
///
/// A unit is one of a closed list, with a usual prefix, or several with `/` and `·` between them: `W/m²`, `µg/m³`, `kWh`.
/// Anything else after a number makes it a text: `21 things`, `10 pm`.
struct Quantity: Equatable, Sendable {
    /// In a spelling of `Decimal`.
    var number: String
    var unit: String

    /// - Parameter units: further units.
    /// - Returns: nil if the text is anything else. A number alone is a quantity without a unit.
    init?(_ text: String, units: Set<String> = []) {
        let text = text.trimmed
        let scalars = text.unicodeScalars
        let end = scalars.firstIndex { !Self.numberScalars.contains($0) } ?? scalars.endIndex
        // What looks like an exponent may begin a unit: `3 EUR`, `5E`.
        var split = end
        while split > scalars.startIndex, "eE".unicodeScalars.contains(scalars[scalars.index(before: split)]) {
            split = scalars.index(before: split)
        }
        guard let number = Decimal(anySpelling: String(scalars[..<split]).replacingMinus) else { return nil }
        var unit = scalars[split...]
        while let first = unit.first, first.properties.isWhitespace { unit.removeFirst() }
        self.unit = String(unit)
        self.number = number.description
        guard self.unit.isEmpty || units.contains(self.unit) || Unit.isKnown(self.unit) else { return nil }
    }

    private static let numberScalars = Set("0123456789.+-\u{2212}eE".unicodeScalars)
}

/// The units that house servers write.
private enum Unit {
    /// Never with a prefix.
    private static let plain: Set<String> = [
        "%", "‰", "ppm", "ppb", "pH", "°", "º", "°C", "ºC", "℃", "C", "°F", "ºF", "℉", "F", "K", "°dH", "rad", "s",
        "sec",
        "ms", "µs", "min", "h", "d", "day", "wk", "mo", "y", "€", "$", "£", "ct", "in", "ft", "yd", "mi", "mph", "kn",
        "kmh", "inHg", "mmHg", "psi", "atm", "gal", "oz", "lb", "t", "ha", "dB", "dBm", "dBA", "dB(A)", "dBV", "rpm",
        "µT", "mT", "nT", "µF", "nF", "EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK",
    ]
    /// Also with one of the prefixes.
    private static let metric: Set<String> = [
        "W", "Wh", "Ws", "Wp", "VA", "VAh", "var", "VAr", "varh", "VArh", "V", "A", "Ah", "Hz", "Pa", "bar", "J", "N",
        "m", "g", "l", "L", "B", "bit", "bps", "Ω", "S", "lx", "lm", "cd", "Bq", "Sv",
    ]
    private static let prefixes = ["n", "µ", "m", "c", "d", "h", "k", "M", "G", "T", "Ki", "Mi", "Gi"]

    /// In bytes.
    private static let maxLength = 24

    static func isKnown(_ text: String) -> Bool {
        guard text.utf8.count <= maxLength else { return false }
        // The micro sign is written with two code points.
        let text = text.map { $0 == "\u{3BC}" ? "\u{B5}" : String($0) }.joined()
        let parts = text.split(omittingEmptySubsequences: false) { "/·⋅*".contains($0) }
        return parts.count <= 4
            && parts.enumerated().allSatisfy { number, part in
                isFactor(part.trimmingSpaces) || number == 0 && parts.count > 1 && part == "1"
            }
    }

    private static func isFactor(_ text: Substring) -> Bool {
        if isBase(text) { return true }
        for power in ["²", "³", "^2", "^3", "2", "3"] where text.hasSuffix(power) {
            return isBase(text.dropLast(power.count))
        }
        return false
    }

    private static func isBase(_ text: Substring) -> Bool {
        let word = String(text)
        if plain.contains(word) || metric.contains(word) { return true }
        return prefixes.contains { word.hasPrefix($0) && metric.contains(String(word.dropFirst($0.count))) }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension String {
    /// With a hyphen for the minus sign U+2212.
    fileprivate var replacingMinus: String { map { $0 == "\u{2212}" ? "-" : String($0) }.joined() }
}
