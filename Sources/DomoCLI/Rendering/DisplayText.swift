/// Makes untrusted text safe for a terminal.
enum DisplayText {
    /// Replaces control characters by `�`, and escapes invisible characters that change how the rest is read
    /// (directions, breaks, zero-width characters): `\u{202E}`.
    static func safe(_ text: some StringProtocol) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) || isInvisible($0) }) else { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                result.append("\u{FFFD}")
            } else if isInvisible(scalar) {
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// A text of several lines, such as the faults of a file, on one line.
    static func line(_ text: String) -> String {
        safe(text.split(separator: "\n").joined(separator: "; "))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// Format characters (General Category Cf) and the line and paragraph separators, except the joiner of emoji.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 || scalar.value == 0x200D { return false }
        return switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The number of terminal columns of the text.
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

    /// Wraps the text between words; a longer word is not broken.
    ///
    /// - Parameter columns: nil for one line.
    static func wrapped(_ text: String, to columns: Int?) -> [String] {
        guard let columns, width(text) > columns else { return [text] }
        var lines: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let last = lines.last, width(last) + 1 + width(String(word)) <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Truncates the text to the number of columns, with `…` at the end.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var used = 0
        return text.prefix { character in
            used += width(character)
            return used < columns
        } + "…"
    }
}
