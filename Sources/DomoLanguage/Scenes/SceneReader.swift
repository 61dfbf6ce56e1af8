import DomoModel

/// Puts the lines of a scene file together: what stands in which block.
struct SceneReader {
    /// The steps of one indentation, and whose they are.
    private struct Block {
        enum Kind {
            case scene, then, otherwise, parallel
            /// Its lines are read for their mistakes alone: they stand where no block may be.
            case lost
        }

        var kind: Kind
        var indentation: String
        var steps: [Script.Step] = []
        /// The step above an `else`.
        var last: Last = .other
    }

    private enum Last {
        case condition
        /// A line with a mistake: what it was meant to be is not known.
        case broken
        case other
    }

    /// What the line above wants below it.
    private enum Wanted {
        case nothing
        case block(Block.Kind, of: Script.Position, named: String)
        /// The line above has a mistake: whether a block may follow is not known.
        case anything
    }

    var script = Script()
    /// Which of the lines that stand once have been read.
    var given: Set<String> = []
    private var mistakes: [Script.Mistake] = []
    private var blocks = [Block(kind: .scene, indentation: "")]
    private var wanted = Wanted.nothing
    private var stepCount = 0
    private var stepsHaveBegun = false

    private static let verbsBehindColon: Set = ["set", "dim", "toggle", "wait", "scene", "stop", "log"]

    mutating func read(_ line: Substring, number: Int) {
        let words: [Words.Word]
        let mistake: Script.Mistake?
        do throws(Script.Mistake) {
            words = try Self.split(line, number: number)
            mistake = nil
        } catch {
            words = []
            mistake = error
        }
        let blanks = line.unicodeScalars.prefix { $0.properties.isWhitespace }
        let start = Script.Position(line: number, column: words.first?.column ?? blanks.count + 1)
        guard mistake != nil || !words.isEmpty else { return }
        enterBlock(String(blanks), at: start)
        do throws(Script.Mistake) {
            if let mistake { throw mistake }
            try read(words, number: number)
        } catch {
            mistakes.append(error)
            blocks[blocks.count - 1].last = .broken
            wanted = .anything
        }
    }

    private static func split(_ line: Substring, number: Int) throws(Script.Mistake) -> [Words.Word] {
        if let place = line.utf8.firstIndex(of: 0) {
            let column = line.unicodeScalars.distance(from: line.startIndex, to: place) + 1
            let fault = Fault(.badRequest, "the line holds a NUL byte", hint: "save the file as text in UTF-8")
            throw Script.Mistake(line: number, column: column, fault: fault)
        }
        do throws(Words.Unclosed) {
            return try Words.split(line)
        } catch {
            throw Script.Mistake(line: number, column: error.column, fault: error.fault)
        }
    }

    mutating func finish() -> (script: Script, mistakes: [Script.Mistake]) {
        missBlock()
        while blocks.count > 1 { close() }
        script.steps = blocks[0].steps
        mistakes.sort { ($0.line, $0.column) < ($1.line, $1.column) }
        return (script, mistakes)
    }

    private mutating func read(_ words: [Words.Word], number: Int) throws(Script.Mistake) {
        guard let verb = words.first else { return }
        var line = LineReader(words.dropFirst(), number: number, before: verb)
        if !verb.isQuoted, Self.headerWords.contains(verb.text) {
            guard !stepsHaveBegun else {
                throw line.mistake(
                    verb,
                    "\"\(verb.text)\" stands too late",
                    hint: "name, triggers, \"only if\" and policies stand before the first step"
                )
            }
            return try header(verb, &line)
        }
        switch verb.isQuoted ? "" : verb.text {
        case "if", "if:": try condition(verb, line)
        case "else", "else:": try otherwise(verb, words, number: number)
        case "in": try parallel(verb, line)
        default:
            append(try line.simpleStep(verb))
        }
        stepsHaveBegun = true
    }

    // MARK: - Steps that hold others

    private mutating func condition(_ verb: Words.Word, _ line: LineReader) throws(Script.Mistake) {
        let hint = "write: if HomeSecurity off: set GeneralLight off"
        guard verb.text == "if" else { throw line.missing("the condition", hint: hint) }
        guard let (before, behind) = line.splitAtColon() else {
            if let glued = line.words.first(where: { !$0.isQuoted && !$0.isTime && $0.text.contains(":") }) {
                throw line.mistake(glued, "a blank is missing behind the colon", hint: hint)
            }
            // The colon belongs before the first verb, where one follows; else at the end of the line.
            let step = line.words.dropFirst(2).firstIndex { !$0.isQuoted && Self.verbsBehindColon.contains($0.text) }
            var condition = LineReader(line.words[..<(step ?? line.words.endIndex)], number: line.number, before: verb)
            _ = try condition.condition()
            throw condition.missing("a colon", hint: hint)
        }
        var condition = before
        let step = Script.Step(
            .condition(try condition.condition(), then: [], otherwise: []),
            at: line.position(of: verb)
        )
        let inner = try behind.soleStep()
        guard append(step, last: .condition) else { return }
        try hold(inner, in: .then, of: step.position, named: "if")
    }

    private mutating func otherwise(_ verb: Words.Word, _ words: [Words.Word], number: Int) throws(Script.Mistake) {
        let line = LineReader(words[...], number: number, before: verb)
        let hint = "write \"else:\", and an \"if …:\" in the block below it"
        if words.count > 1, words[0].text == "else", words[1].isKeyword("if") {
            throw line.mistake(words[1], "\"else if\" is none of the words", hint: hint)
        }
        guard let (before, behind) = line.splitAtColon() else {
            throw line.mistake(verb, "a colon is missing behind \"else\"", hint: "write: else: set GeneralLight on")
        }
        if before.words.count > 1 {
            throw line.mistake(before.words[1], "else has no condition", hint: hint)
        }
        let inner = try behind.soleStep()
        let last = blocks[blocks.count - 1].last
        guard last == .condition else {
            if last == .broken {
                wanted = .anything
                return
            }
            throw line.mistake(
                verb,
                "there is no if for this else",
                hint: "else: stands directly behind the if and its block, indented as the if is"
            )
        }
        blocks[blocks.count - 1].last = .other
        try hold(inner, in: .otherwise, of: line.position(of: verb), named: "else")
    }

    private mutating func parallel(_ verb: Words.Word, _ line: LineReader) throws(Script.Mistake) {
        let hint = "write \"in parallel:\", and below it, indented, what begins at the same time"
        let (before, behind) = line.splitAtColon() ?? (line, nil)
        guard before.words.count == 1, before.words.first?.isKeyword("parallel") == true else {
            throw line.mistake(line.next ?? verb, "\"parallel:\" is missing behind \"in\"", hint: hint)
        }
        guard let behind else {
            throw line.mistake(line.words[1], "a colon is missing behind \"parallel\"", hint: hint)
        }
        if let word = behind.next {
            throw line.mistake(word, "nothing stands behind \"in parallel:\" in its line", hint: hint)
        }
        let step = Script.Step(.parallel([]), at: line.position(of: verb))
        guard append(step) else { return }
        wanted = .block(.parallel, of: step.position, named: "in parallel")
    }

    /// Puts a step into the head that was read last, or waits for the block that does.
    private mutating func hold(
        _ inner: Script.Step?,
        in kind: Block.Kind,
        of head: Script.Position,
        named name: String
    ) throws(Script.Mistake) {
        guard let inner else {
            wanted = .block(kind, of: head, named: name)
            return
        }
        let last = blocks[blocks.count - 1].last
        if blocks.count > Script.deepest {
            throw tooDeep(at: inner.position)
        }
        blocks.append(Block(kind: kind, indentation: ""))
        append(inner)
        close()
        blocks[blocks.count - 1].last = last
    }

    /// - Returns: false where there are too many steps, and it was dropped.
    @discardableResult
    private mutating func append(_ step: Script.Step, last: Last = .other) -> Bool {
        stepCount += 1
        blocks[blocks.count - 1].last = last
        guard stepCount <= Script.mostSteps else {
            blocks[blocks.count - 1].last = .broken
            wanted = .anything
            if stepCount == Script.mostSteps + 1 {
                let message = "the scene has more than \(Script.mostSteps) steps"
                let fault = Fault(.badRequest, message, hint: "make several scenes of it: scene NAME runs another one")
                mistakes.append(
                    Script.Mistake(line: step.position.line, column: step.position.column, fault: fault)
                )
            }
            return false
        }
        blocks[blocks.count - 1].steps.append(step)
        return true
    }

    private func tooDeep(at position: Script.Position) -> Script.Mistake {
        let fault = Fault(
            .badRequest,
            "blocks stand more than \(Script.deepest) deep in each other",
            hint: "make a scene of the inner ones: scene NAME runs it"
        )
        return Script.Mistake(line: position.line, column: position.column, fault: fault)
    }

    // MARK: - Blocks

    /// Finds the block that a line belongs to.
    private mutating func enterBlock(_ blanks: String, at start: Script.Position) {
        let above = blocks[blocks.count - 1].indentation
        defer { wanted = .nothing }
        func tell(_ message: String, hint: String) {
            let fault = Fault(.badRequest, message, hint: hint)
            mistakes.append(Script.Mistake(line: start.line, column: start.column, fault: fault))
        }
        if blanks == above {
            missBlock()
        } else if let other = blanks.unicodeScalars.first(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) {
            tell(
                "the line is indented with a character that only looks like a blank (U+\(other.hexadecimal))",
                hint: "indent with spaces or tabs"
            )
            open(.lost, blanks)
        } else if blanks.utf8.starts(with: above.utf8) {
            open(blanks, at: start)
        } else if !above.utf8.starts(with: blanks.utf8) {
            tell(
                "tabs and spaces are mixed: this line begins with \(described(blanks)), the one above with \(described(above))",
                hint: "indent all lines of a scene with spaces, or all with tabs"
            )
            closeBlocks(outside: blanks)
            open(.lost, blanks)
        } else {
            missBlock()
            closeBlocks(outside: blanks)
            let outer = blocks[blocks.count - 1]
            if outer.indentation != blanks {
                tell(
                    "the line is indented by \(described(blanks)), the lines of the blocks around it by "
                        + "\(described(outer.indentation)) and \(described(above))",
                    hint: "indent it as the lines of its block"
                )
                open(.lost, blanks)
            }
        }
    }

    /// Opens the block that is wanted, for a line that is indented more than the one above.
    private mutating func open(_ blanks: String, at start: Script.Position) {
        switch wanted {
        case .anything: open(.lost, blanks)
        case .nothing:
            let fault = Fault(
                .badRequest,
                "the line is indented, and no block begins above it",
                hint: "a block stands below \"if …:\", \"else:\" or \"in parallel:\""
            )
            mistakes.append(Script.Mistake(line: start.line, column: start.column, fault: fault))
            open(.lost, blanks)
        case .block(let kind, of: let head, named: _):
            let isLost = blocks[blocks.count - 1].kind == .lost
            let isTooDeep = blocks.count > Script.deepest
            if isTooDeep, !isLost { mistakes.append(tooDeep(at: head)) }
            open(isTooDeep || isLost ? .lost : kind, blanks)
        }
    }

    private mutating func open(_ kind: Block.Kind, _ blanks: String) {
        blocks.append(Block(kind: kind, indentation: blanks))
    }

    /// Closes the blocks whose lines are indented more than a line that follows, or otherwise.
    private mutating func closeBlocks(outside blanks: String) {
        while let last = blocks.last, !blanks.utf8.starts(with: last.indentation.utf8) { close() }
    }

    /// Tells of a block that was wanted and does not stand there.
    private mutating func missBlock() {
        guard case .block(_, let head, let name) = wanted else { return }
        let fault = Fault(
            .badRequest,
            "\(name) has no steps",
            hint: "write them below it, indented" + (name == "in parallel" ? "" : ", or one behind the colon")
        )
        mistakes.append(Script.Mistake(line: head.line, column: head.column, fault: fault))
        wanted = .nothing
    }

    /// Puts the steps of the innermost block where they belong.
    private mutating func close() {
        let block = blocks.removeLast()
        let outer = blocks.count - 1
        guard let head = blocks[outer].steps.indices.last else { return }
        switch (block.kind, blocks[outer].steps[head].kind) {
        case (.then, .condition(let condition, then: _, let otherwise)):
            blocks[outer].steps[head].kind = .condition(condition, then: block.steps, otherwise: otherwise)
        case (.otherwise, .condition(let condition, let then, otherwise: _)):
            blocks[outer].steps[head].kind = .condition(condition, then: then, otherwise: block.steps)
        case (.parallel, .parallel): blocks[outer].steps[head].kind = .parallel(block.steps)
        default: break
        }
    }
}

/// `4 spaces`, `a tab`, for people.
private func described(_ blanks: String) -> String {
    let tabs = blanks.utf8.count { $0 == 0x09 }
    let spaces = blanks.utf8.count - tabs
    let parts = [
        tabs == 0 ? nil : tabs == 1 ? "a tab" : "\(tabs) tabs",
        spaces == 0 ? nil : spaces == 1 ? "a space" : "\(spaces) spaces",
    ]
    let known = parts.compactMap { $0 }
    return known.isEmpty ? "nothing" : known.joined(separator: " and ")
}

extension Unicode.Scalar {
    fileprivate var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
