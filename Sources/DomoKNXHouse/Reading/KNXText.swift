import DomoKNX

/// Formatting for messages about house files.
enum KNXText {
    /// Text from the file as a message shows it.
    static func shown(_ text: String) -> String { line(text, limit: 60) }

    /// A message that contains text from the file, on one line.
    static func line(_ text: String, limit: Int = 200) -> String {
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(limit).map { $0.properties.generalCategory == .control ? " " : Character($0) }
        return String(shown) + (scalars.count > limit ? "…" : "")
    }

    /// `a, b and c`
    static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
