import DomoModel

/// Reads a line of a scene file word by word. A mistake has the position of the wrong word; if a word is missing, that
/// of the word before.
struct LineReader {
    let number: Int
    private(set) var words: ArraySlice<Words.Word>
    /// The word read last, or the one before the line.
    private var last: Words.Word

    /// - Parameter before: the word before the line, for the position of mistakes.
    init(_ words: ArraySlice<Words.Word>, number: Int, before: Words.Word) {
        self.number = number
        self.words = words
        last = before
    }

    var next: Words.Word? { words.first }

    @discardableResult
    mutating func consumeWord() -> Words.Word? {
        guard let word = words.popFirst() else { return nil }
        last = word
        return word
    }

    /// Consumes the next word if it is this one, unquoted.
    mutating func consume(keyword: String) -> Bool {
        guard next?.isKeyword(keyword) == true else { return false }
        consumeWord()
        return true
    }

    mutating func need(_ what: String, hint: String) throws(Script.Mistake) -> Words.Word {
        guard let word = consumeWord() else { throw missing(what, hint: hint) }
        return word
    }

    /// Reads the name of an element or scene, or another text that can't be empty.
    mutating func name(_ what: String, hint: String) throws(Script.Mistake) -> Script.Name {
        let word = try need(what, hint: hint)
        guard !word.text.isEmpty else { throw mistake(word, "\(what) can't be empty", hint: hint) }
        return Script.Name(word.text, at: position(of: word))
    }

    /// Checks that the line ends here.
    func end(hint: String) throws(Script.Mistake) {
        guard let word = next else { return }
        throw mistake(word, "unexpected argument \"\(word.text.prefix(80))\"", hint: hint)
    }

    /// Reads a duration within a range that ends at 24 hours.
    mutating func duration(_ what: String, in range: ClosedRange<Duration>) throws(Script.Mistake) -> Duration {
        let word = try need("a duration", hint: "write a number and its unit: 500ms, 30s, 10m, 2h")
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

    /// Splits the line at the first unquoted colon at the end of a word.
    func splitAtColon() -> (before: LineReader, after: LineReader)? {
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

    /// Splits the line at a keyword.
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

    /// Splits the line at the commas in unquoted words.
    /// - Returns: at least one part.
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
        mistake(last, "expected \(what) after \"\(last.text.prefix(80))\"", hint: hint)
    }
}

extension Words.Word {
    /// A quoted word is a name or a value, never a keyword.
    func isKeyword(_ keyword: String) -> Bool { !isQuoted && text == keyword }

    var endsInColon: Bool { !endIsQuoted && text.utf8.last == UInt8(ascii: ":") }
}
