import DomoModel

/// How servers write a colour. The same names, as placeholders, write it in orders.
enum ColourForm: String, Sendable, CaseIterable {
    /// Red, green and blue, 0–255 each: `255,128,0`, a list, or `#ff8000`. What follows, as white does, is ignored.
    case rgb
    /// Hue in degrees, and saturation in percent.
    case hs
    /// The same, and brightness in percent.
    case hsb
    /// White light in K.
    case kelvin
    /// White light in millionths of 1/K.
    case mired

    /// Nil if the text has another form.
    func colour(of text: String) -> Colour? {
        let text = text.trimmed
        // As domo itself writes it.
        if let colour = Colour(text) { return colour }
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if self == .rgb, (6...10).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit) {
            return Colour(digits.prefix(6))
        }
        let numbers = text.split { ",; []".contains($0) }.map { NumberRange.number(String($0)) }
        guard let numbers = numbers as? [Double] else { return nil }
        switch self {
        case .rgb:
            guard numbers.count >= 3, numbers.prefix(3).allSatisfy({ (0...255).contains($0) }) else { return nil }
            let bytes = numbers.prefix(3).map { UInt8($0.rounded()) }
            return .rgb(red: bytes[0], green: bytes[1], blue: bytes[2])
        case .hs, .hsb:
            guard numbers.count == (self == .hs ? 2 : 3), (0...360).contains(numbers[0]),
                numbers.dropFirst().allSatisfy({ (0...100).contains($0) })
            else { return nil }
            let brightness = self == .hs ? 100 : numbers[2]
            return Colour(hue: numbers[0], saturation: numbers[1] / 100, brightness: brightness / 100)
        case .kelvin: return numbers.count == 1 ? Self.white(numbers[0]) : nil
        case .mired: return numbers.count == 1 && numbers[0] > 0 ? Self.white(1_000_000 / numbers[0]) : nil
        }
    }

    private static func white(_ kelvin: Double) -> Colour? {
        let range = Double(Colour.kelvins.lowerBound)...Double(Colour.kelvins.upperBound)
        return range.contains(kelvin) ? .white(kelvin: Int(kelvin.rounded())) : nil
    }

    // MARK: Orders

    /// What orders of colours may contain beside the value: the whole numbers of the forms, and `hex` without `#`.
    static let placeholders: Set = [
        "red", "green", "blue", "hex", "hue", "saturation", "brightness", "kelvin", "mired",
    ]

    /// The text for a placeholder; nil if the colour has none, as white has no hue.
    static func text(for placeholder: String, of colour: Colour) -> String? {
        if case .white(let kelvin) = colour {
            switch placeholder {
            case "kelvin": return String(kelvin)
            case "mired": return String(Int((1_000_000 / Double(kelvin)).rounded()))
            default: return nil
            }
        }
        let (red, green, blue) = colour.components
        let hsb = colour.hueSaturationBrightness
        func percent(_ share: Double) -> String { String(Int((share * 100).rounded())) }
        switch placeholder {
        case "red": return String(red)
        case "green": return String(green)
        case "blue": return String(blue)
        case "hex": return colour.hexadecimal
        case "hue": return String(Int(hsb.hue.rounded()) % 360)
        case "saturation": return percent(hsb.saturation)
        case "brightness": return percent(hsb.brightness)
        default: return nil
        }
    }
}

/// How the colour of an element is read, beside the source of its rule.
struct ColourRule: Sendable, Equatable {
    var form = ColourForm.rgb
    /// Where its white is, for a lamp with both.
    var white: StateSource?
    var whiteForm = ColourForm.kelvin
    /// What tells whether it shows white now, and the words for that, in lower case; nil if a colour, where there is one,
    /// counts.
    var mode: StateSource?
    var whiteModes: Set<String> = []

    /// The sources beside that of the rule, in the order of `colour`.
    var sources: [StateSource] { [white, mode].compactMap(\.self) }

    /// - Parameter others: what `sources` have.
    func colour(of text: String?, _ others: [String?]) -> Colour? {
        let own = text.flatMap(form.colour)
        let ofWhite = white == nil ? nil : others.first?.flatMap(whiteForm.colour)
        guard mode != nil else { return own ?? ofWhite }
        let word = (others.last ?? nil)?.trimmed.lowercased()
        guard let word else { return nil }
        return isWhite(word) ? ofWhite : own
    }

    private func isWhite(_ word: String) -> Bool {
        if whiteModes.contains(word) { return true }
        guard let number = NumberRange.number(word) else { return false }
        return whiteModes.contains { NumberRange($0)?.contains(number) == true }
    }
}
