import DomoModel

// Steps of one line.

extension LineReader {
    /// The step after a colon; nil if the line ends there.
    func soleStep() throws(Script.Mistake) -> Script.Step? {
        var line = self
        guard let verb = line.consumeWord() else { return nil }
        if !verb.isQuoted, ["if", "else", "else:", "in"].contains(verb.text) {
            throw mistake(
                verb,
                "\"\(verb.text)\" is not allowed after a colon",
                hint: "write it on the next line, indented"
            )
        }
        if !verb.isQuoted, SceneReader.headerWords.contains(verb.text) {
            throw mistake(
                verb,
                "\"\(verb.text)\" is not a step",
                hint: "the steps are: \(Script.stepVerbs.joined(separator: ", "))"
            )
        }
        return try line.simpleStep(verb)
    }

    /// Reads the rest of a step after its verb.
    mutating func simpleStep(_ verb: Words.Word) throws(Script.Mistake) -> Script.Step {
        switch verb.isQuoted ? "" : verb.text {
        case "set", "dim", "toggle", "off": return Script.Step(try order(verb), at: position(of: verb))
        case "wait": return Script.Step(try wait(), at: position(of: verb))
        case "scene":
            let hint = "write: scene NAME"
            let name = try name("a scene", hint: hint)
            if name.text == "stop", next != nil { throw mistake(verb, "unknown step", hint: "write: stop scene NAME") }
            try end(hint: hint + "; a name with spaces needs quotes")
            return Script.Step(.scene(name), at: position(of: verb))
        case "stop":
            let hint = "write: stop scene NAME"
            guard consume(keyword: "scene") else {
                throw mistake(next ?? verb, "expected \"scene\" after \"stop\"", hint: hint)
            }
            let name = try name("a scene", hint: hint)
            try end(hint: hint + "; a name with spaces needs quotes")
            return Script.Step(.stopScene(name), at: position(of: verb))
        case "log":
            let text = try need("a text", hint: "write: log \"La casa duerme\"")
            try end(hint: "a text with spaces needs quotes")
            return Script.Step(.log(text.text), at: position(of: verb))
        case "notify": return Script.Step(try notice(), at: position(of: verb))
        case "resolved": return Script.Step(try resolution(), at: position(of: verb))
        case "call": return Script.Step(try call(), at: position(of: verb))
        default: throw unknown(verb)
        }
    }

    private func unknown(_ verb: Words.Word) -> Script.Mistake {
        let text = verb.text.prefix(80)
        let steps = "the steps are: \(Script.stepVerbs.joined(separator: ", "))"
        if verb.isQuoted { return mistake(verb, "the verb of a step can't be quoted", hint: steps) }
        if Verb(word: verb.text) != nil { return mistake(verb, "\(text) is not a step of a scene", hint: steps) }
        if ["elif", "elsif", "elseif", "elif:"].contains(verb.text) {
            return mistake(
                verb,
                "unknown verb \"\(text)\"",
                hint: "write \"else:\", and an \"if …:\" in the block below it"
            )
        }
        if ["for", "while", "repeat", "loop", "let", "var"].contains(verb.text) {
            return mistake(verb, "unknown verb \"\(text)\"", hint: "scenes have no loops and no variables; \(steps)")
        }
        let beginnings = Script.stepVerbs + Script.headerLines
        func first(_ beginning: String) -> String { String(beginning.prefix { $0 != " " && $0 != ":" }) }
        let word = verb.endsInColon ? String(verb.text.unicodeScalars.dropLast()) : verb.text
        let closest = closestWord(to: word, among: beginnings.map(first))
        let meant = closest.flatMap { closest in beginnings.first { first($0) == closest } }
        return mistake(verb, "unknown verb \"\(text)\"", hint: meant.map { "did you mean \"\($0)\"?" } ?? steps)
    }

    // MARK: - Orders

    private mutating func order(_ verb: Words.Word) throws(Script.Mistake) -> Script.Kind {
        if verb.text == "dim", let ramp = try ramp() { return ramp }
        if let explain = words.first(where: { $0.isKeyword("--explain") }) {
            throw mistake(
                explain,
                "--explain can't be used in a scene",
                hint: "to explain the whole scene: domo scene NAME --explain"
            )
        }
        let read: (request: Request, operands: [Words.Word])?
        do throws(UsageError) {
            read = try RequestParser.order(withParameter(verb))
        } catch {
            throw Script.Mistake(line: number, column: error.column, fault: error.fault)
        }
        guard let read, let element = read.operands.first else { throw unknown(verb) }
        let value = read.operands.dropFirst().first.map { position(of: $0) }
        let place = Script.At(element: position(of: element), value: value)
        switch read.request {
        case .order(let order):
            guard !order.element.isEmpty else {
                throw mistake(element, "the element can't be empty", hint: "name an element")
            }
            try requireNoEnd(order.until, verb, hint: "use --deadline DURATION")
            return .order(order, place)
        case .group(let group):
            guard !group.place.isEmpty else {
                throw mistake(element, "the place can't be empty", hint: "name a house or sector")
            }
            try requireNoEnd(group.until, verb, hint: "remove it")
            return .group(group, place)
        default: throw unknown(verb)
        }
    }

    /// `--until` is for programs that pass orders on.
    private func requireNoEnd(_ until: Timestamp?, _ verb: Words.Word, hint: String) throws(Script.Mistake) {
        guard until != nil else { return }
        let word = words.first { !$0.isQuoted && $0.text.hasPrefix("--until") }
        throw mistake(word ?? verb, "--until can't be used in a scene", hint: hint)
    }

    /// The words of an order; `dim ELEMENT $level`, whose level is given later, as `set` with its type.
    private func withParameter(_ verb: Words.Word) -> [Words.Word] {
        guard verb.text == "dim", words.contains(where: { !$0.isQuoted && ParameterText.operand($0.text) != nil })
        else {
            return [verb] + words
        }
        let options = ["--as", FacetType.regulable.word].map { Words.Word(text: $0, column: verb.column) }
        return [Words.Word(text: Verb.set.rawValue, column: verb.column)] + options + words
    }

    /// - Returns: nil for a plain `dim`.
    private mutating func ramp() throws(Script.Mistake) -> Script.Kind? {
        let hint = "write: dim ELEMENT LEVEL over DURATION"
        let operands = Array(words.prefix(3))
        if operands.count == 3, operands[1].isKeyword("over") {
            throw mistake(operands[1], "expected a level before \"over\"", hint: hint)
        }
        guard operands.count == 3, operands[2].isKeyword("over"),
            operands[0].isQuoted || operands[0].text.utf8.first != UInt8(ascii: "-")
        else { return nil }
        let element = try name("an element", hint: hint)
        let level = operands[1]
        consumeWord()
        consumeWord()
        let change: Order.LevelChange
        do throws(Fault) {
            change = try RequestParser.levelChange(level.text)
        } catch {
            throw Script.Mistake(line: number, column: level.column, fault: error)
        }
        guard case .to(let percent) = change else {
            throw mistake(
                level,
                "\"\(level.text)\" can't be used with over",
                hint: "over needs a level, 0–100, rather than a step from the last known level"
            )
        }
        let length = try duration("over", in: Script.ramps)
        try end(hint: "a ramp takes no options; " + hint)
        return .ramp(element, to: percent, over: length)
    }

    // MARK: - Waiting

    private mutating func wait() throws(Script.Mistake) -> Script.Kind {
        guard consume(keyword: "until") else {
            let length = try duration("wait", in: Script.waits)
            try end(hint: "write: wait 30s, or wait until ELEMENT VALUE [for DURATION] [at most DURATION]")
            return .wait(length)
        }
        let hint = "write: wait until ELEMENT VALUE [for DURATION] [at most DURATION]"
        if let word = next, words.count == 1, !word.isQuoted, word.isTime {
            throw mistake(word, "\"\(word.text)\" is not an element", hint: hint)
        }
        let test = try test()
        let length = consume(keyword: "for") ? try duration("for", in: Script.waits) : nil
        var limit: Duration?
        if let at = next, consume(keyword: "at") {
            guard consume(keyword: "most") else {
                throw mistake(next ?? at, "expected \"most\" after \"at\"", hint: hint)
            }
            limit = try duration("at most", in: Script.waits)
        }
        if let word = next, word.isKeyword("for") {
            throw mistake(word, "\"for\" must come before \"at most\", and only once", hint: hint)
        }
        try noMoreOfTest(hint: hint)
        return .waitUntil(test, for: length, atMost: limit)
    }
}
