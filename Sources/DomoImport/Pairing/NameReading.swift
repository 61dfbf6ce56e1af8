import DomoModel

/// A name, taken apart into what the thing is called and what says the role of an address.
struct NameReading {
    /// What is left without the words of roles: folded words with one space between.
    var base: String
    /// The same as it is written.
    var display: String
    var words: Set<RoleWord>

    init(_ name: String) {
        let tokens = Self.tokens(name)
        var roles = [RoleWord?](repeating: nil, count: tokens.count)
        for place in tokens.indices { roles[place] = RoleWord.words[tokens[place].folded] }
        for place in tokens.indices.dropLast() {
            let (one, other) = (tokens[place].folded, tokens[place + 1].folded)
            guard
                let pair = RoleWord.pairs.first(where: {
                    ($0.first, $0.second) == (one, other) || ($0.second, $0.first) == (one, other)
                })
            else { continue }
            roles[place] = pair.word
            roles[place + 1] = pair.word
        }
        // A name of nothing but `Up` is a role, and one with anything else beside it is not.
        let halves = tokens.map { token in
            RoleWord.pairs.first { $0.first == token.folded || $0.second == token.folded }?.word
        }
        if tokens.indices.allSatisfy({ roles[$0]?.isRole == true || halves[$0] != nil }) {
            for place in tokens.indices where roles[place] == nil { roles[place] = halves[place] }
        }
        words = Set(roles.compactMap { $0 })
        let kept = tokens.indices.filter { roles[$0]?.isRole != true }
        base = kept.map { tokens[$0].folded }.joined(separator: " ")
        display = Self.display(name, tokens: tokens, kept: Set(kept))
    }

    /// What is left of the text, without the separators at its ends or next to what was removed.
    private static func display(_ name: String, tokens: [Token], kept: Set<Int>) -> String {
        guard kept.count < tokens.count else { return trimmed(name[...]) }
        guard !kept.isEmpty else { return "" }
        var result = ""
        var previous: Int?
        for place in kept.sorted() {
            if let previous {
                // Between neighbours what was there; where something was taken out, one space.
                result +=
                    place == previous + 1
                    ? String(name[tokens[previous].range.upperBound..<tokens[place].range.lowerBound]) : " "
            }
            result += name[tokens[place].range]
            previous = place
        }
        // A bracket that closes behind the last word belongs to it.
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
