extension Subtype {
    /// The word shown for a raw value; nil if it has none.
    func word(of raw: Int64) -> String? { words.first { $0.raw == raw }?.word }

    /// The raw value of a word, in any case, with spaces, hyphens or underscores between its parts.
    func raw(of text: String) -> Int64? {
        let folded = Self.folded(text)
        return words.first { Self.folded($0.word) == folded }?.raw
    }

    /// `off (0), on (1)`
    var wordList: String {
        var shown: [Int64] = []
        var list: [String] = []
        for (raw, word) in words where !shown.contains(raw) {
            shown.append(raw)
            list.append("\(word) (\(raw))")
        }
        return list.joined(separator: ", ")
    }

    /// `the range is 0…100 %`
    var rangeHint: String? {
        range.map {
            "the range is \(DecimalText.plain($0.lowerBound))…\(DecimalText.plain($0.upperBound))"
                + (unit.map { " " + $0 } ?? "")
        }
    }

    private static func folded(_ text: String) -> String {
        text.lowercased().split { $0.isWhitespace || $0 == "_" || $0 == "-" }.joined(separator: " ")
    }
}
