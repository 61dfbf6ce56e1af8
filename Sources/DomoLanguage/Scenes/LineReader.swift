import DomoModel

/// One line of a scene file, read word by word from the left. Its mistakes say which word is wrong; where one is
/// missing, they stand at the last word that is there.
struct LineReader {
    let number: Int
    private(set) var words: ArraySlice<Words.Word>
    /// The word read last, or the one before the first.
    private var last: Words.Word

    /// - Parameter before: what stands before the words, for mistakes where there is none.
    init(_ words: ArraySlice<Words.Word>, number: Int, before: Words.Word) {
        self.number = number
        self.words = words
        last = before
    }

    var next: Words.Word? { words.first }

    @discardableResult
    mutating func take() -> Words.Word? {
        guard let word = words.popFirst() else { return nil }
        last = word
        return word
    }

    /// Takes the next word if it is this one, unquoted.
    mutating func take(keyword: String) -> Bool {
        guard next?.isKeyword(keyword) == true else { return false }
        take()
        return true
    }

    mutating func need(_ what: String, hint: String) throws(Script.Mistake) -> Words.Word {
        guard let word = take() else { throw missing(what, hint: hint) }
        return word
    }

    /// A word that is the name of an element or scene, or any other text, and not empty.
    mutating func name(_ what: String, hint: String) throws(Script.Mistake) -> Script.Name {
        let word = try need(what, hint: hint)
        guard !word.text.isEmpty else { throw mistake(word, "\(what) can't be empty", hint: hint) }
        return Script.Name(word.text, at: position(of: word))
    }

    /// Sees that nothing follows.
    func end(hint: String) throws(Script.Mistake) {
        guard let word = next else { return }
        throw mistake(word, "there is a word too many: \"\(word.text.prefix(80))\"", hint: hint)
    }

    /// From the unit of time that is given up to 24 hours.
    mutating func duration(_ what: String, in range: ClosedRange<Duration>) throws(Script.Mistake) -> Duration {
        let word = try need("the duration", hint: "write it with its unit: 500ms, 30s, 10m, 2h")
        let text = word.text.prefix(80)
        guard let duration = DurationText.read(word.text) else {
            let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            let hint = isNumber ? "did you mean \(text)s?" : "write a number and its unit: 500ms, 30s, 10m, 2h"
            throw mistake(word, "\"\(text)\" is not a duration", hint: hint)
        }
        guard range.contains(duration) else {
            let shortest = DurationText.write(range.lowerBound)
            throw mistake(word, "\(text) is out of range", hint: "\(what) is \(shortest)–24h")
        }
        return duration
    }

    /// Cuts the line behind the first unquoted colon at the end of a word: what stands before it, and what behind.
    func splitAtColon() -> (before: LineReader, behind: LineReader)? {
        guard let place = words.firstIndex(where: \.endsInColon) else { return nil }
        var before = words[..<place]
        let word = words[place]
        if word.text != ":" || word.isQuoted {
            let text = String(word.text.unicodeScalars.dropLast())
            before.append(Words.Word(text: text, column: word.column, isQuoted: word.isQuoted))
        }
        return (
            LineReader(before, number: number, before: last),
            LineReader(words[words.index(after: place)...], number: number, before: word)
        )
    }

    /// Divides the line at a keyword.
    /// - Returns: what is between the keywords; never empty.
    func split(at keyword: String) -> [LineReader] {
        var parts: [LineReader] = []
        var rest = words
        var before = last
        while let index = rest.firstIndex(where: { $0.isKeyword(keyword) }) {
            parts.append(LineReader(rest[..<index], number: number, before: before))
            before = rest[index]
            rest = rest[rest.index(after: index)...]
        }
        return parts + [LineReader(rest, number: number, before: before)]
    }

    /// Cuts the line at its commas, wherever in unquoted words they stand.
    /// - Returns: what stands between them, each with the comma before it; never empty.
    func splitAtCommas() -> [LineReader] {
        var parts: [(before: Words.Word, words: [Words.Word])] = [(last, [])]
        for word in words {
            guard !word.isQuoted, word.text.utf8.contains(UInt8(ascii: ",")) else {
                parts[parts.count - 1].words.append(word)
                continue
            }
            var column = word.column
            let pieces = word.text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
            for (index, piece) in pieces.enumerated() {
                if index > 0 {
                    parts.append((Words.Word(text: ",", column: column), []))
                    column += 1
                }
                if !piece.isEmpty {
                    parts[parts.count - 1].words.append(Words.Word(text: String(piece), column: column))
                }
                column += piece.count
            }
        }
        return parts.map { LineReader($0.words[...], number: number, before: $0.before) }
    }

    func position(of word: Words.Word) -> Script.Position { Script.Position(line: number, column: word.column) }

    func mistake(_ word: Words.Word, _ message: String, hint: String? = nil) -> Script.Mistake {
        Script.Mistake(line: number, column: word.column, fault: Fault(.badRequest, message, hint: hint))
    }

    func missing(_ what: String, hint: String? = nil) -> Script.Mistake {
        mistake(last, "\(what) is missing behind \"\(last.text.prefix(80))\"", hint: hint)
    }
}

extension Words.Word {
    /// A quoted word is a name or a value, never a keyword.
    func isKeyword(_ keyword: String) -> Bool { !isQuoted && text == keyword }

    var endsInColon: Bool { !endIsQuoted && text.utf8.last == UInt8(ascii: ":") }
}
