import DomoModel

// The lines before the first step: name, triggers, conditions and policies.

extension SceneReader {
    static let headerWords: Set = ["name", "label", "takes", "at", "every", "when", "only", "again:", "again", "on"]

    mutating func header(_ verb: Words.Word, _ line: inout LineReader) throws(Script.Mistake) {
        let position = line.position(of: verb)
        switch verb.text {
        case "name":
            let hint = "write: name \"Buenas noches\""
            let name = try short(line.name("a name", hint: hint))
            try line.end(hint: "a name with spaces needs quotes")
            try once("name", verb, line)
            script.name = name.text
        case "label": try label(verb, &line)
        case "takes": try parameter(verb, &line)
        case "at": try at(verb, &line)
        case "every":
            let interval = try line.duration("every", in: Trigger.intervals)
            try line.end(hint: "write: every 15m; put days and times of day into \"only if …\" lines")
            try add([Trigger(.every(interval), at: position)], verb, line)
        case "when": try add([Trigger(try line.event(), at: position)], verb, line)
        case "only":
            guard line.consume(keyword: "if") else {
                throw line.mistake(line.next ?? verb, "expected \"if\" after \"only\"", hint: "write: only if …")
            }
            if let word = line.words.last, word.endsInColon {
                throw line.mistake(
                    word,
                    "unexpected colon after \"only if …\"",
                    hint: "\"only if\" applies to the whole scene; for some steps write: if …:"
                )
            }
            let condition = try line.condition()
            guard condition.answerTests.isEmpty else {
                throw line.mistake(
                    verb,
                    "\"answer of\" can't be used in \"only if\": nothing is called yet when a scene starts",
                    hint: "use \"if answer of …:\" after the step \"call\""
                )
            }
            try requireRoom(for: 1, verb, line)
            script.conditions.append(condition)
        case "again:":
            script.again = try policy("again:", verb, &line)
        case "again":
            throw line.mistake(verb, "expected a colon after \"again\"", hint: "write: again: restart")
        default:
            guard line.consume(keyword: "failure") else {
                throw line.mistake(
                    line.next ?? verb,
                    "expected \"failure\" after \"on\"",
                    hint: "write: on failure continue, or on failure stop; to start the scene: when ELEMENT on"
                )
            }
            script.onFailure = try policy("on failure", verb, &line)
        }
    }

    private mutating func label(_ verb: Words.Word, _ line: inout LineReader) throws(Script.Mistake) {
        let hint = "write: label en \"Good night\""
        let tag = try line.need("a language", hint: hint)
        // A language tag after BCP 47: the language, and perhaps a script, a region or a variant.
        let parts = tag.text.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.enumerated().allSatisfy { index, part in
            let isWord = part.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte | 0x20) || index > 0 && (0x30...0x39).contains(byte)
            }
            return isWord && (index == 0 ? 2...3 : 1...8).contains(part.utf8.count)
        }
        guard isTag else { throw line.mistake(tag, "\"\(tag.text.prefix(80))\" is not a language", hint: hint) }
        let text = try short(line.name("a label", hint: hint))
        try line.end(hint: "a label with spaces needs quotes")
        try once("label \(tag.text)", verb, line)
        script.labels[tag.text] = text.text
    }

    private func short(_ name: Script.Name) throws(Script.Mistake) -> Script.Name {
        guard name.text.unicodeScalars.count <= Script.maxNameLength else {
            let hint = "a name has at most \(Script.maxNameLength) characters"
            throw Script.Mistake(
                line: name.position.line,
                column: name.position.column,
                fault: Fault(.badRequest, "the name is too long", hint: hint)
            )
        }
        return name
    }

    private mutating func once(_ what: String, _ verb: Words.Word, _ line: LineReader) throws(Script.Mistake) {
        guard given.insert(what).inserted else {
            throw line.mistake(verb, "\"\(what)\" is given twice", hint: "remove one of them")
        }
    }

    private mutating func policy<Policy: RawRepresentable<String> & CaseIterable>(
        _ what: String,
        _ verb: Words.Word,
        _ line: inout LineReader
    ) throws(Script.Mistake) -> Policy {
        let words = Policy.allCases.map(\.rawValue)
        let hint = "write: " + words.map { "\(what) \($0)" }.joined(separator: ", or ")
        let word = try line.need("one of \(words.joined(separator: ", "))", hint: hint)
        guard !word.isQuoted, let policy = Policy(rawValue: word.text) else {
            let closest = closestWord(to: word.text, among: words)
            throw line.mistake(
                word,
                "unknown word \"\(word.text.prefix(80))\"",
                hint: closest.map { "did you mean \"\($0)\"?" } ?? hint
            )
        }
        try line.end(hint: hint)
        try once(what, verb, line)
        return policy
    }

    // MARK: - Triggers

    private mutating func add(_ triggers: [Trigger], _ verb: Words.Word, _ line: LineReader) throws(Script.Mistake) {
        try requireRoom(for: triggers.count, verb, line)
        script.triggers += triggers
    }

    private func requireRoom(for count: Int, _ verb: Words.Word, _ line: LineReader) throws(Script.Mistake) {
        guard script.triggers.count + script.conditions.count + count <= Script.maxTriggers else {
            let message = "the scene has more than \(Script.maxTriggers) triggers and conditions"
            throw line.mistake(verb, message, hint: "split it into several scenes")
        }
    }

    private mutating func at(_ verb: Words.Word, _ line: inout LineReader) throws(Script.Mistake) {
        if line.next?.isKeyword("start") == true, let start = line.consumeWord() {
            guard line.next == nil else {
                throw line.mistake(
                    line.next ?? start,
                    "nothing is allowed after \"at start\"",
                    hint: "write other times on a line of their own"
                )
            }
            try add([Trigger(.start, at: line.position(of: verb))], verb, line)
            return
        }
        if let word = line.next, line.consume(keyword: "most") {
            try group(&line, word)
            return
        }
        var triggers: [Trigger] = []
        for part in line.splitAtCommas() {
            var part = part
            guard let first = part.next else {
                throw part.missing("a time", hint: "write: at 23:30 mon-fri, 00:30 sat sun")
            }
            let time = try part.timeOfDay()
            triggers.append(Trigger(.at(time, try part.days()), at: part.position(of: first)))
        }
        try add(triggers, verb, line)
    }

    private mutating func group(_ line: inout LineReader, _ verb: Words.Word) throws(Script.Mistake) {
        let hint = "write: at most one of NAME; only one scene of the group runs at a time"
        guard line.consume(keyword: "one"), line.consume(keyword: "of") else {
            throw line.mistake(line.next ?? verb, "expected \"one of\" after \"at most\"", hint: hint)
        }
        let group = try short(line.name("a group", hint: hint))
        try line.end(hint: "a name with spaces needs quotes")
        try once("at most one of", verb, line)
        script.group = group.text
    }
}

extension LineReader {
    /// Reads the trigger after `when`.
    fileprivate mutating func event() throws(Script.Mistake) -> Trigger.Kind {
        let hint = "write: when ELEMENT VALUE [for DURATION], or when ELEMENT changes"
        guard let first = next else { throw missing("an element", hint: hint) }
        if beginsWithDays || first.isKeyword("between") {
            throw mistake(
                first,
                "\"\(first.text)\" is not an element",
                hint: "write times in \"at …\" or \"only if …\" lines; an element of that name needs quotes"
            )
        }
        if words.count == 1, !first.isQuoted, first.isTime {
            throw mistake(first, "\"\(first.text)\" is not an element", hint: "write: at \(first.text)")
        }
        if let word = words.last, word.endsInColon {
            throw mistake(
                word,
                "unexpected colon after \"when …\"",
                hint: "write the steps on lines of their own; a value that ends in a colon needs quotes"
            )
        }
        if consume(keyword: "telegram") { return .telegram(try telegram()) }
        if words.dropFirst().first?.isKeyword("changes") == true {
            let element = try name("an element", hint: hint)
            consumeWord()
            try end(hint: hint)
            return .changes(element)
        }
        if let word = words.dropFirst().first, word.isKeyword("changed") || word.isKeyword("change") {
            throw mistake(
                word,
                "unknown word \"\(word.text)\"",
                hint: "did you mean \"changes\"? A value of that text needs quotes"
            )
        }
        let test = try test()
        let length = consume(keyword: "for") ? try duration("for", in: Script.waits) : nil
        try noMoreOfTest(hint: hint)
        return .when(test, for: length)
    }
}
