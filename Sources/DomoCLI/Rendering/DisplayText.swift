/// Text from elsewhere, made fit for a terminal.
enum DisplayText {
    /// The text with what would steer the terminal, or turn the order of what is read, replaced by `�`.
    static func safe(_ text: some StringProtocol) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(steers(scalar) ? "\u{FFFD}" : scalar) }
        return String(result)
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: false
        case ..<0x20, 0x7F...0x9F: true
        // Line and paragraph separators, and what sets the direction of text (UAX #9).
        case 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        default: false
        }
    }

    /// How many columns a terminal gives the text.
    static func width(_ text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
    }

    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return first.properties.isEmojiPresentation || isWide(first.value) ? 2 : 1
        }
    }

    /// East Asian Wide and Fullwidth (UAX #11), by block.
    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// The text cut to so many columns, `…` where something was left out.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var used = 0
        return text.prefix { character in
            used += width(character)
            return used < columns
        } + "…"
    }
}
