import DomoModel

// The steps `notify`, `resolved` and `call`, and conditions about the answers of calls.

extension LineReader {
    private static let notifyHint = "write: notify \"TEXT\" to NAME, NAME, urgent"
    private static let clauses: Set = ["urgent", "about", "repeat", "after", "at"]

    // MARK: - notify

    mutating func notice() throws(Script.Mistake) -> Script.Kind {
        var notice = Script.Notice(try messageText(hint: Self.notifyHint), to: [])
        guard consume(keyword: "to") else {
            if let word = next {
                throw mistake(word, "expected \"to\", not \"\(word.text.prefix(80))\"", hint: Self.notifyHint)
            }
            throw missing("\"to\"", hint: Self.notifyHint)
        }
        for part in splitAtCommas() {
            var part = part
            try part.recipient(&notice)
            // It has read all that follows too.
            self = part
        }
        if let word = next { throw mistake(word, "unexpected argument", hint: Self.notifyHint) }
        return .notify(notice)
    }

    /// Reads what stands between two commas: a recipient, or clauses, or both.
    private mutating func recipient(_ notice: inout Script.Notice) throws(Script.Mistake) {
        guard let word = next else { throw missing("a name", hint: Self.notifyHint) }
        if word.isQuoted || !Self.clauses.contains(word.text) {
            let name = try targetName(hint: Self.notifyHint)
            if notice.escalation == nil { notice.to.append(name) } else { notice.escalation?.to.append(name) }
        } else if notice.to.isEmpty {
            throw mistake(word, "expected a name before \"\(word.text)\"", hint: Self.notifyHint)
        }
        while let word = next { try clause(word, &notice) }
        let count = notice.to.count + (notice.escalation?.to.count ?? 0)
        guard count <= Script.maxRecipients else {
            throw mistake(
                word,
                "more than \(Script.maxRecipients) recipients",
                hint: "use a group of the configuration"
            )
        }
    }

    private mutating func clause(_ word: Words.Word, _ notice: inout Script.Notice) throws(Script.Mistake) {
        func once(_ isGiven: Bool) throws(Script.Mistake) {
            if isGiven { throw mistake(word, "\"\(word.text)\" is given twice", hint: Self.notifyHint) }
        }
        if consume(keyword: "urgent") {
            try once(notice.isUrgent)
            notice.isUrgent = true
        } else if consume(keyword: "about") {
            try once(notice.about != nil)
            notice.about = try cause()
        } else if consume(keyword: "repeat") {
            try once(notice.interval != nil)
            try expect("every", hint: "write: repeat every 10m")
            notice.interval = try twoWordDuration("repeat every", in: Script.reminders)
        } else if consume(keyword: "at") {
            try once(notice.window != nil)
            try expect("most", hint: "write: at most every 1h")
            try expect("every", hint: "write: at most every 1h")
            notice.window = try twoWordDuration("at most every", in: Script.reminders)
        } else if consume(keyword: "after") {
            try once(notice.escalation != nil)
            let hint = "write: after 5m without an answer to NAME"
            let length = try twoWordDuration("after", in: Script.reminders)
            for keyword in ["without", "an", "answer", "to"] { try expect(keyword, hint: hint) }
            notice.escalation = Script.Escalation(after: length, to: [try targetName(hint: hint)])
        } else {
            let known = Array(Self.clauses)
            let closest = word.isQuoted ? nil : closestWord(to: word.text, among: known)
            throw mistake(
                word,
                "unexpected argument \"\(word.text.prefix(80))\"",
                hint: closest.map { "did you mean \"\($0)\"?" } ?? Self.notifyHint + "; names need commas between them"
            )
        }
    }

    private mutating func expect(_ keyword: String, hint: String) throws(Script.Mistake) {
        guard !consume(keyword: keyword) else { return }
        guard let word = next else { throw missing("\"\(keyword)\"", hint: hint) }
        throw mistake(word, "expected \"\(keyword)\", not \"\(word.text.prefix(80))\"", hint: hint)
    }

    /// Reads `5m`, `5min` or `5 min`.
    private mutating func twoWordDuration(
        _ what: String,
        in range: ClosedRange<Duration>
    ) throws(Script.Mistake) -> Duration {
        guard let number = next, !number.text.isEmpty, number.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            words.count > 1, let length = DurationText.read(number.text + words[words.startIndex + 1].text)
        else { return try duration(what, in: range) }
        consumeWord()
        consumeWord()
        guard range.contains(length) else {
            throw mistake(
                number,
                "\(DurationText.write(length)) is out of range",
                hint: "\(what) is \(DurationText.write(range.lowerBound))–24h"
            )
        }
        return length
    }

    private mutating func targetName(hint: String) throws(Script.Mistake) -> Script.Name {
        let word = try need("a name", hint: hint)
        do throws(Fault) {
            try TargetName.check(word.text)
        } catch {
            throw Script.Mistake(line: number, column: word.column, fault: error)
        }
        return Script.Name(word.text, at: position(of: word))
    }

    private mutating func cause() throws(Script.Mistake) -> String {
        let word = try need("a cause", hint: "write: about puerta")
        do throws(Fault) {
            return try NewNotice.readCause(word.text)
        } catch {
            throw Script.Mistake(line: number, column: word.column, fault: error)
        }
    }

    private mutating func messageText(hint: String) throws(Script.Mistake) -> MessageText {
        let word = try need("a text", hint: hint)
        guard !word.text.isEmpty else { throw mistake(word, "the text can't be empty", hint: hint) }
        do throws(Fault) {
            return try MessageText(word.text, at: position(of: word))
        } catch {
            throw Script.Mistake(line: number, column: word.column, fault: error)
        }
    }

    // MARK: - resolved

    mutating func resolution() throws(Script.Mistake) -> Script.Kind {
        let hint = "write: resolved \"TEXT\" about CAUSE"
        var resolution = Script.Resolution()
        if let word = next, !word.isKeyword("about") { resolution.text = try messageText(hint: hint) }
        if consume(keyword: "about") { resolution.about = try cause() }
        try end(hint: hint + "; a text with spaces needs quotes")
        return .resolved(resolution)
    }

    // MARK: - call

    mutating func call() throws(Script.Mistake) -> Script.Kind {
        let hint = "write: call NAME \"TEXT\" at most 5s"
        var call = Script.Call(try targetName(hint: hint))
        if let word = next, !word.isKeyword("at") { call.text = try messageText(hint: hint) }
        if consume(keyword: "at") {
            try expect("most", hint: hint)
            call.atMost = try duration("at most", in: Script.callTimes)
        }
        try end(hint: hint + "; a text with spaces needs quotes")
        return .call(call)
    }

    /// `answer of NAME PATH VALUE`, after the word `answer`.
    mutating func answerTest() throws(Script.Mistake) -> Script.AnswerTest {
        let hint = "write: answer of NAME status 200, or answer of NAME PATH above|below NUMBER"
        try expect("of", hint: hint)
        let target = try targetName(hint: hint)
        let path = try need("\"status\" or a path", hint: hint)
        guard path.text == "status" || Self.isPath(path.text) else {
            throw mistake(
                path,
                "\"\(path.text.prefix(80))\" is not a path into an answer",
                hint: "a path has keys and indices with points between them: daily.0.rain"
            )
        }
        for (keyword, relation) in [("above", Script.Test.Relation.above), ("below", Script.Test.Relation.below)]
        where consume(keyword: keyword) {
            let word = try need("a number", hint: hint)
            guard let number = NumberText.read(word.text) else {
                throw mistake(word, "\"\(word.text.prefix(80))\" is not a number", hint: hint)
            }
            try end(hint: hint)
            return Script.AnswerTest(target, path: path.text, relation(number))
        }
        let value = try need("a value", hint: hint)
        try end(hint: hint + "; a value with spaces needs quotes")
        return Script.AnswerTest(target, path: path.text, .equals(value.text))
    }

    private static func isPath(_ text: String) -> Bool {
        text.utf8.count <= 200 && !text.contains("=")
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }
}
