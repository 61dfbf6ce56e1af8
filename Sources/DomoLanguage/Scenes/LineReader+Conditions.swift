import DomoModel

extension LineReader {
    private static let usage =
        "a condition is: ELEMENT VALUE [for DURATION], ELEMENT above|below NUMBER [for DURATION], "
        + "between TIME and TIME, or days such as mon-fri except holidays; not before it inverts it, or stands between alternatives"

    /// Reads a condition to the end of the line: alternatives with `or` between them.
    mutating func condition() throws(Script.Mistake) -> Condition {
        var parts: [Condition] = []
        for part in split(at: "or") {
            var part = part
            parts.append(try part.alternative())
            // It has read all that follows too.
            self = part
        }
        return parts.count == 1 ? parts[0] : Condition(.any(parts), at: parts[0].position)
    }

    private mutating func alternative() throws(Script.Mistake) -> Condition {
        guard let first = next else { throw missing("a condition", hint: Self.usage) }
        guard consume(keyword: "not") else { return try simpleCondition() }
        if let word = next, word.isKeyword("not") {
            throw mistake(word, "duplicate \"not\"", hint: "remove both; an element of that name needs quotes")
        }
        return Condition(.not(try simpleCondition()), at: position(of: first))
    }

    private mutating func simpleCondition() throws(Script.Mistake) -> Condition {
        guard let first = next else { throw missing("a condition", hint: Self.usage) }
        let position = position(of: first)
        if consume(keyword: "between") { return Condition(try between(), at: position) }
        if next?.isKeyword("answer") == true, words.count > 1, words[words.startIndex + 1].isKeyword("of") {
            consumeWord()
            return Condition(.answer(try answerTest()), at: position)
        }
        if beginsWithDays { return Condition(.days(try days()), at: position) }
        let test = try test()
        let length = consume(keyword: "for") ? try duration("for", in: Script.waits) : nil
        try noMoreOfTest(hint: Self.usage)
        return Condition(.reading(test, for: length), at: position)
    }

    private mutating func between() throws(Script.Mistake) -> Condition.Kind {
        let hint = "write: between 22:00 and 07:00"
        let from = try timeOfDay()
        guard consume(keyword: "and") else {
            if let word = next { throw mistake(word, "expected \"and\", not \"\(word.text.prefix(80))\"", hint: hint) }
            throw missing("\"and\"", hint: hint)
        }
        guard let second = next else { throw missing("a time", hint: hint) }
        let until = try timeOfDay()
        try end(hint: hint + "; write a second condition on a line of its own")
        guard from != until else {
            throw mistake(
                second,
                "the time between \(from.text) and \(until.text) is empty",
                hint: "use two different times"
            )
        }
        return .between(from, until)
    }

    /// `ELEMENT VALUE`, `ELEMENT above NUMBER`
    mutating func test() throws(Script.Mistake) -> Script.Test {
        let element = try name("an element", hint: Self.usage)
        let hint = "write what it must be: \(Words.quoted(element.text)) on"
        for (keyword, relation) in [("above", Script.Test.Relation.above), ("below", Script.Test.Relation.below)]
        where consume(keyword: keyword) {
            let word = try need("a number", hint: "write: \(Words.quoted(element.text)) \(keyword) 25")
            guard let number = NumberText.read(word.text) else {
                throw mistake(
                    word,
                    "\"\(word.text.prefix(80))\" is not a number",
                    hint: "write a number such as 25, -3.5 or 40%; the value \(keyword) needs quotes"
                )
            }
            return Script.Test(element, relation(number), value: position(of: word))
        }
        if let word = next, let instead = Self.insteadOf[word.text], !word.isQuoted, words.count > 1 {
            throw mistake(word, "\"\(word.text)\" can't be used in a condition", hint: instead)
        }
        if let word = next, words.count == 2, !word.isQuoted, NumberText.read(words[words.endIndex - 1].text) != nil,
            let closest = closestWord(to: word.text, among: ["above", "below"])
        {
            throw mistake(word, "unknown word \"\(word.text.prefix(80))\"", hint: "did you mean \"\(closest)\"?")
        }
        let value = try need("a value", hint: hint)
        return Script.Test(element, .equals(value.text), value: position(of: value))
    }

    private static let insteadOf = [
        "is": "remove it: HomeSecurity on", "=": "remove it: HomeSecurity on",
        "==": "remove it: HomeSecurity on", ">": "write: above", "<": "write: below",
        "over": "write: above", "under": "write: below",
    ]

    /// The words that have a meaning in a condition unless they are quoted, except days.
    static let wordsOfConditions: Set = Set(insteadOf.keys).union([
        "above", "below", "telegram", "changes", "changed", "change", "between", "except", "for", "at", "and", "or",
        "not",
    ])

    /// Checks that nothing follows a test, and reports common mistakes.
    func noMoreOfTest(hint: String) throws(Script.Mistake) {
        guard let word = next else { return }
        if word.isKeyword("and") {
            throw mistake(
                word,
                "unexpected \"and\" in a condition",
                hint: "write a second line \"only if …\" or \"when …\", or an \"if …:\" inside the first"
            )
        }
        if word.isKeyword("or") {
            throw mistake(
                word,
                "unexpected \"or\": only \"if\" and \"only if\" take alternatives",
                hint: "write a line \"when …\" for each: any of them starts the scene"
            )
        }
        if !word.isQuoted, words.count > 1, let closest = closestWord(to: word.text, among: ["for", "at"]),
            closest != word.text
        {
            throw mistake(word, "unknown word \"\(word.text.prefix(80))\"", hint: "did you mean \"\(closest)\"?")
        }
        try end(hint: hint + "; a name or value with spaces needs quotes")
    }
}

/// Numbers as people write them: `25`, `-3.5`, `40%`.
enum NumberText {
    /// - Returns: nil if there are more than nine digits before or four after the point, which `write` could not
    ///   represent.
    static func read(_ text: String) -> Double? {
        let number = text.hasSuffix("%") ? text.dropLast() : text[...]
        let digits = number.first == "-" || number.first == "+" ? number.dropFirst() : number
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].utf8.count),
            parts.count == 1 || (1...4).contains(parts[1].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return Double(number)
    }

    static func write(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
