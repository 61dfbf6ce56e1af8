import DomoModel

/// Splits a name into the name of the element and the words for the role of the address.
struct NameReading {
    /// The name without role words: folded words, separated by single spaces.
    var base: String
    /// The same, not folded.
    var display: String
    var words: Set<RoleWord>
    /// The tokens that are no words of roles.
    var others: [String]

    /// - Parameter type: the type of the address, if known: some words are roles only of one type.
    init(_ name: String, type: TypeNumber? = nil) {
        let tokens = Self.tokens(name)
        var roles = [RoleWord?](repeating: nil, count: tokens.count)
        let typed = type.map { RoleWord.typed[$0] ?? [:] } ?? [:]
        for index in tokens.indices {
            roles[index] = RoleWord.words[tokens[index].folded] ?? typed[tokens[index].folded]
        }
        for index in tokens.indices.dropLast() {
            let (one, other) = (tokens[index].folded, tokens[index + 1].folded)
            guard
                let pair = RoleWord.pairs.first(where: {
                    ($0.first, $0.second) == (one, other) || ($0.second, $0.first) == (one, other)
                })
            else { continue }
            roles[index] = pair.word
            roles[index + 1] = pair.word
        }
        for (range, word) in Self.phrases(in: tokens) { for index in range { roles[index] = word } }
        // `Up` is a role only in a name without other words.
        let halves = tokens.map { token in
            RoleWord.pairs.first { $0.first == token.folded || $0.second == token.folded }?.word
        }
        if tokens.indices.allSatisfy({ roles[$0]?.isRole == true || halves[$0] != nil }) {
            for index in tokens.indices where roles[index] == nil { roles[index] = halves[index] }
        }
        words = Set(roles.compactMap { $0 })
        if words.contains(.actual) { words.insert(.state) }
        if tokens.contains(where: { RoleWord.alarms.contains($0.folded) }),
            tokens.contains(where: { RoleWord.weather.contains($0.folded) })
        {
            words.insert(.weatherAlarm)
        }
        others = tokens.indices.filter { roles[$0] == nil && !RoleWord.joins.contains(tokens[$0].folded) }
            .map { tokens[$0].folded }
        let kept = tokens.indices.filter { roles[$0]?.isRole != true }
        base = kept.map { tokens[$0].folded }.joined(separator: " ")
        display = Self.display(name, tokens: tokens, kept: Set(kept))
    }

    /// The ranges of tokens that together are a role.
    private static func phrases(in tokens: [Token]) -> [(range: Range<Int>, word: RoleWord)] {
        tokens.indices.compactMap { start in
            RoleWord.phrases.lazy.compactMap { phrase in
                var next = start
                for (place, word) in phrase.words.enumerated() {
                    while place > 0, next < tokens.count, RoleWord.joins.contains(tokens[next].folded) { next += 1 }
                    guard next < tokens.count, tokens[next].folded == word else { return nil }
                    next += 1
                }
                return (start..<next, phrase.word)
            }.first
        }
    }

    /// The rest of the text, without separators at its ends or next to removed words.
    static func display(_ name: String, tokens: [Token], kept: Set<Int>) -> String {
        guard kept.count < tokens.count else { return trimmed(name[...]) }
        guard !kept.isEmpty else { return "" }
        var result = ""
        var previous: Int?
        for index in kept.sorted() {
            if let previous {
                // Keep the text between neighbours; replace removed words by a space.
                result +=
                    index == previous + 1
                    ? String(name[tokens[previous].range.upperBound..<tokens[index].range.lowerBound]) : " "
            }
            result += name[tokens[index].range]
            previous = index
        }
        // A closing bracket after the last word belongs to it.
        if let previous, result.filter({ $0 == "(" }).count > result.filter({ $0 == ")" }).count,
            name[tokens[previous].range.upperBound...].first == ")"
        {
            result += ")"
        }
        return trimmed(result[...])
    }

    private static func trimmed(_ text: Substring) -> String {
        let isEdge = { (character: Character) in character.isWhitespace || "-_:,;/|.·".contains(character) }
        var text = text.drop(while: isEdge)
        while let last = text.last, isEdge(last) { text.removeLast() }
        return String(text)
    }

    struct Token {
        var folded: String
        var range: Range<String.Index>
    }

    /// Runs of letters and digits.
    static func tokens(_ name: String) -> [Token] {
        var tokens: [Token] = []
        var start: String.Index?
        for index in name.indices {
            if name[index].isLetter || name[index].isNumber {
                start = start ?? index
            } else if let begin = start {
                tokens.append(Token(folded: FoldedName.fold(name[begin..<index]), range: begin..<index))
                start = nil
            }
        }
        if let start { tokens.append(Token(folded: FoldedName.fold(name[start...]), range: start..<name.endIndex)) }
        return tokens
    }

    static func foldedTokens(_ name: String) -> [String] { tokens(name).map(\.folded) }
}
