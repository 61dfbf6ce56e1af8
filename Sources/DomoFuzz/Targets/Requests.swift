import DomoLanguage

/// Request lines and scene files.
public struct Requests: FuzzTarget {
    public static let name = "requests"

    public init() {}

    public var corpus: [[UInt8]] { RequestGrammar.samples.map { Array($0.utf8) } }
    public var words: [String] { RequestGrammar.words + RequestGrammar.names }

    public func input(using random: inout Dice) -> [UInt8]? {
        let lineCount = random.once(in: 4) ? 1 + random.below(6) : 1
        return Array((0..<lineCount).map { _ in RequestGrammar.line(using: &random) }.joined(separator: "\n").utf8)
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let text = String(decoding: input, as: UTF8.self)
        try checkWords(text)
        try checkRequest(text)
        try checkScript(text)
    }

    private func checkWords(_ text: String) throws(Finding) {
        let words: [Words.Word]
        do throws(Words.Unclosed) {
            words = try Words.split(text)
        } catch {
            return try expect(
                (1...text.unicodeScalars.count).contains(error.column),
                "the fault is in column \(error.column)"
            )
        }
        var column = 0
        for word in words {
            try expect(word.column > column, "the columns of the words don't increase")
            column = word.column
        }
        let line = words.map { Words.quoted($0.text) }.joined(separator: " ")
        let again: [Words.Word]
        do throws(Words.Unclosed) {
            again = try Words.split(line)
        } catch {
            throw Finding("a quoted line can't be split: \(line.debugDescription)")
        }
        // By bytes: to Swift, é equals e with a combining accent.
        try expect(
            again.map { Array($0.text.utf8) } == words.map { Array($0.text.utf8) },
            "a quoted line is split into different words: \(line.debugDescription)"
        )
    }

    private func checkRequest(_ text: String) throws(Finding) {
        let request: Request?
        do throws(Fault) {
            request = try RequestParser.parse(text)
        } catch {
            return try checkFault(error, of: text)
        }
        guard let request else { return }
        try checkLine(request.line, of: request)
        if !text.utf8.contains(UInt8(ascii: "\n")) {
            try expect(!request.line.utf8.contains(UInt8(ascii: "\n")), "one line became several: \(request.line)")
        }
        if case .order(let order) = request {
            try expect(order.line == request.line, "the order's line differs from the request's")
        }
    }

    private func checkLine(_ line: String, of request: Request) throws(Finding) {
        let again: Request?
        do throws(Fault) {
            again = try RequestParser.parse(line)
        } catch {
            throw Finding("the line \(line.debugDescription) is rejected: \(error.message)")
        }
        try expect(again == request, "the line \(line.debugDescription) is parsed as another request")
        try expect(
            again.map { Array($0.line.utf8) } == Array(line.utf8),
            "the line \(line.debugDescription) is written differently"
        )
    }

    private func checkFault(_ fault: Fault, of text: String) throws(Finding) {
        try expect(!fault.message.isEmpty, "a fault without a message")
        try expect(fault.message.utf8.count <= text.utf8.count + 500, "a message longer than the line")
        var json = JSONWriter()
        Reply.fault(fault).write(to: &json)
        try expect(JSONLine.isValid(json.bytes[...]), "the fault is not a line of JSON")
    }

    private func checkScript(_ text: String) throws(Finding) {
        let (script, mistakes) = ScriptParser.parse(text)
        let lineCount = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
        // A line can have wrong indentation, a wrong content, and a missing block.
        try expect(mistakes.count <= 3 * lineCount, "more mistakes than lines can have")
        try expect(script.allSteps.count <= 2 * lineCount, "more steps than lines can have")
        for step in script.allSteps {
            try expect((1...lineCount).contains(step.position.line), "a step on line \(step.position.line)")
            if case .order(let order, _) = step.kind { try checkLine(order.line, of: .order(order)) }
        }
        for mistake in mistakes {
            try expect((1...lineCount).contains(mistake.line) && mistake.column >= 1, "a mistake outside of the text")
            try checkFault(mistake.fault, of: text)
        }
        if mistakes.isEmpty {
            let (again, mistakes) = ScriptParser.parse(script.text)
            try expect(mistakes.isEmpty, "the text of a script can't be parsed")
            try expect(again.text == script.text, "a script changes when it is parsed and written again")
        }
    }
}
