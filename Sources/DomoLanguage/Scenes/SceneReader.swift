import DomoModel

/// Assembles the lines of a scene file into blocks.
struct SceneReader {
    /// The steps at one indentation, and the kind of their block.
    private struct Block {
        enum Kind {
            case scene, then, otherwise, parallel
            /// A block where none is allowed. Its steps are kept only so that their names are checked.
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
        /// A line with a mistake, of unknown kind.
        case broken
        case other
    }

    /// What must follow the previous line.
    private enum Wanted {
        case nothing
        case block(Block.Kind, of: Script.Position, named: String)
        /// The previous line has a mistake, so a block may follow or not.
        case anything
    }

    var script = Script()
    /// The lines already read that are allowed only once.
    var given: Set<String> = []
    private var mistakes: [Script.Mistake] = []
    private var blocks = [Block(kind: .scene, indentation: "")]
    private var wanted = Wanted.nothing
    private var stepCount = 0
    private var stepsHaveBegun = false

    private static let verbsAfterColon: Set = [
        "set", "dim", "toggle", "wait", "scene", "stop", "log", "notify", "resolved", "call",
    ]

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
        let indentation = line.unicodeScalars.prefix { $0.properties.isWhitespace }
        let start = Script.Position(line: number, column: words.first?.column ?? indentation.count + 1)
        guard mistake != nil || !words.isEmpty else { return }
        enterBlock(String(indentation), at: start)
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
            let fault = Fault(.badRequest, "the line contains a NUL byte", hint: "save the file as text in UTF-8")
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
                    "\"\(verb.text)\" must come before the first step",
                    hint: "move name, triggers, \"only if\" and policies before the steps"
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

    // MARK: - Steps with blocks

    private mutating func condition(_ verb: Words.Word, _ line: LineReader) throws(Script.Mistake) {
        let hint = "write: if HomeSecurity off: set GeneralLight off"
        guard verb.text == "if" else { throw line.missing("a condition", hint: hint) }
        guard let (before, after) = line.splitAtColon() else {
            if let glued = line.words.first(where: { !$0.isQuoted && !$0.isTime && $0.text.contains(":") }) {
                throw line.mistake(glued, "expected a space after the colon", hint: hint)
            }
            // The colon belongs before the first verb if there is one, otherwise at the end of the line.
            let step = line.words.dropFirst(2).firstIndex { !$0.isQuoted && Self.verbsAfterColon.contains($0.text) }
            var condition = LineReader(line.words[..<(step ?? line.words.endIndex)], number: line.number, before: verb)
            _ = try condition.condition()
            throw condition.missing("a colon", hint: hint)
        }
        var condition = before
        let step = Script.Step(
            .condition(try condition.condition(), then: [], otherwise: []),
            at: line.position(of: verb)
        )
        let inner = try after.soleStep()
        guard append(step, last: .condition) else { return }
        try hold(inner, in: .then, of: step.position, named: "if")
    }

    private mutating func otherwise(_ verb: Words.Word, _ words: [Words.Word], number: Int) throws(Script.Mistake) {
        let line = LineReader(words[...], number: number, before: verb)
        let hint = "write \"else:\", and an \"if …:\" in the block below it"
        if words.count > 1, words[0].text == "else", words[1].isKeyword("if") {
            throw line.mistake(words[1], "\"else if\" is not supported", hint: hint)
        }
        guard let (before, after) = line.splitAtColon() else {
            throw line.mistake(verb, "expected a colon after \"else\"", hint: "write: else: set GeneralLight on")
        }
        if before.words.count > 1 {
            throw line.mistake(before.words[1], "else takes no condition", hint: hint)
        }
        let inner = try after.soleStep()
        let last = blocks[blocks.count - 1].last
        guard last == .condition else {
            if last == .broken {
                wanted = .anything
                return
            }
            throw line.mistake(
                verb,
                "else without if",
                hint: "write else: directly after the block of the if, with the same indentation as the if"
            )
        }
        blocks[blocks.count - 1].last = .other
        try hold(inner, in: .otherwise, of: line.position(of: verb), named: "else")
    }

    private mutating func parallel(_ verb: Words.Word, _ line: LineReader) throws(Script.Mistake) {
        let hint = "write \"in parallel:\", and indented below it the steps that start together"
        let (before, after) = line.splitAtColon() ?? (line, nil)
        guard before.words.count == 1, before.words.first?.isKeyword("parallel") == true else {
            throw line.mistake(line.next ?? verb, "expected \"parallel:\" after \"in\"", hint: hint)
        }
        guard let after else {
            throw line.mistake(line.words[1], "expected a colon after \"parallel\"", hint: hint)
        }
        if let word = after.next {
            throw line.mistake(word, "nothing is allowed after \"in parallel:\" on the same line", hint: hint)
        }
        let step = Script.Step(.parallel([]), at: line.position(of: verb))
        guard append(step) else { return }
        wanted = .block(.parallel, of: step.position, named: "in parallel")
    }

    /// Adds the step after a colon to the step just read, or expects a block.
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
        if blocks.count > Script.maxDepth {
            throw tooDeep(at: inner.position)
        }
        blocks.append(Block(kind: kind, indentation: ""))
        append(inner)
        close()
        blocks[blocks.count - 1].last = last
    }

    /// - Returns: false if there are too many steps, and it was dropped.
    @discardableResult
    private mutating func append(_ step: Script.Step, last: Last = .other) -> Bool {
        stepCount += 1
        blocks[blocks.count - 1].last = last
        guard stepCount <= Script.maxSteps else {
            blocks[blocks.count - 1].last = .broken
            wanted = .anything
            if stepCount == Script.maxSteps + 1 {
                let message = "the scene has more than \(Script.maxSteps) steps"
                let hint = "split it into several scenes: scene NAME runs another scene"
                let fault = Fault(.badRequest, message, hint: hint)
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
            "blocks are nested more than \(Script.maxDepth) deep",
            hint: "move the inner blocks into another scene: scene NAME runs it"
        )
        return Script.Mistake(line: position.line, column: position.column, fault: fault)
    }

    // MARK: - Blocks

    /// Finds the block that a line belongs to.
    private mutating func enterBlock(_ indentation: String, at start: Script.Position) {
        let above = blocks[blocks.count - 1].indentation
        defer { wanted = .nothing }
        func report(_ message: String, hint: String) {
            let fault = Fault(.badRequest, message, hint: hint)
            mistakes.append(Script.Mistake(line: start.line, column: start.column, fault: fault))
        }
        if indentation == above {
            missBlock()
        } else if let other = indentation.unicodeScalars.first(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) {
            report(
                "the line is indented with a character that only looks like a space (U+\(other.hexadecimal))",
                hint: "indent with spaces or tabs"
            )
            open(.lost, indentation)
        } else if indentation.utf8.starts(with: above.utf8) {
            open(indentation, at: start)
        } else if !above.utf8.starts(with: indentation.utf8) {
            report(
                "tabs and spaces are mixed: this line begins with \(described(indentation)), the one above with "
                    + described(above),
                hint: "indent all lines of a scene with spaces, or all with tabs"
            )
            closeBlocks(outside: indentation)
            open(.lost, indentation)
        } else {
            missBlock()
            closeBlocks(outside: indentation)
            let outer = blocks[blocks.count - 1]
            if outer.indentation != indentation {
                report(
                    "the line is indented by \(described(indentation)), the lines of the blocks around it by "
                        + "\(described(outer.indentation)) and \(described(above))",
                    hint: "indent it like the other lines of its block"
                )
                open(.lost, indentation)
            }
        }
    }

    /// Opens the expected block, for a line that is indented more than the previous one.
    private mutating func open(_ indentation: String, at start: Script.Position) {
        switch wanted {
        case .anything: open(.lost, indentation)
        case .nothing:
            let fault = Fault(
                .badRequest,
                "unexpected indentation: no block begins above this line",
                hint: "a block follows \"if …:\", \"else:\" or \"in parallel:\""
            )
            mistakes.append(Script.Mistake(line: start.line, column: start.column, fault: fault))
            open(.lost, indentation)
        case .block(let kind, of: let head, named: _):
            let isLost = blocks[blocks.count - 1].kind == .lost
            let isTooDeep = blocks.count > Script.maxDepth
            if isTooDeep, !isLost { mistakes.append(tooDeep(at: head)) }
            open(isTooDeep || isLost ? .lost : kind, indentation)
        }
    }

    private mutating func open(_ kind: Block.Kind, _ indentation: String) {
        blocks.append(Block(kind: kind, indentation: indentation))
    }

    /// Closes the blocks whose indentation is not a prefix of that of the new line.
    private mutating func closeBlocks(outside indentation: String) {
        while let last = blocks.last, !indentation.utf8.starts(with: last.indentation.utf8) { close() }
    }

    /// Reports an expected block that is missing.
    private mutating func missBlock() {
        guard case .block(_, let head, let name) = wanted else { return }
        let fault = Fault(
            .badRequest,
            "\(name) has no steps",
            hint: "write them below it, indented" + (name == "in parallel" ? "" : ", or one step after the colon")
        )
        mistakes.append(Script.Mistake(line: head.line, column: head.column, fault: fault))
        wanted = .nothing
    }

    /// Adds the steps of the innermost block to their step.
    private mutating func close() {
        let block = blocks.removeLast()
        let outer = blocks.count - 1
        if block.kind == .lost {
            blocks[outer].steps += block.steps
            return
        }
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
private func described(_ indentation: String) -> String {
    let tabs = indentation.utf8.count { $0 == 0x09 }
    let spaces = indentation.utf8.count - tabs
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
