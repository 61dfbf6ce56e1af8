import DomoModel

/// Reads the words after a verb: separates operands and options, and finds the form.
struct UsageReader {
    private let row: VerbRow
    private let surface: Surface
    /// The column of the last word.
    private let lastColumn: Int

    init(_ row: VerbRow, _ surface: Surface, lastColumn: Int) {
        (self.row, self.surface, self.lastColumn) = (row, surface, lastColumn)
    }

    /// - Parameter operands: gets the words that are not options.
    func split(_ line: ArraySlice<Words.Word>, into operands: inout [Words.Word]) throws(UsageError) -> GivenOptions {
        var options = GivenOptions()
        var rest = line
        var onlyOperands = false
        while let word = rest.popFirst() {
            guard !onlyOperands, word.mayBeOption else {
                operands.append(word)
                continue
            }
            if word.text == "--" {
                onlyOperands = true
            } else if word.text.hasPrefix("--") || isOption(word) {
                try readOption(word, &rest, into: &options)
            } else {
                try readLetters(word, into: &options)
            }
        }
        return options
    }

    /// Reads `--since 2d`, `--since=2d`, `-r`.
    private func readOption(
        _ word: Words.Word,
        _ rest: inout ArraySlice<Words.Word>,
        into options: inout GivenOptions
    ) throws(UsageError) {
        let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = row.option(name, surface) else { throw unknown(name, at: word.column) }
        guard option.isRepeatable || options.last(option.name) == nil else {
            throw error("\(option.name) is given twice", at: word.column)
        }
        guard option.value != nil else {
            guard parts.count == 1 else { throw error("\(name) takes no value", at: word.column) }
            options.add(option, "", column: word.column)
            return
        }
        if parts.count == 2 {
            options.add(option, String(parts[1]), column: word.column)
        } else if let value = rest.first, !isOption(value) {
            options.add(option, value.text, column: value.column)
            rest.removeFirst()
        } else {
            throw error("missing value for \(name)", hint: "write \(option.usage)", at: word.column)
        }
    }

    /// Reads options of one letter in one word: `-rl`.
    private func readLetters(_ word: Words.Word, into options: inout GivenOptions) throws(UsageError) {
        let names = word.text.dropFirst().map { "-\($0)" }
        for name in names {
            guard let option = row.option(name, surface), option.value == nil else {
                throw unknown(
                    names.count > 1 && row.option(names[0], surface) != nil ? name : word.text,
                    at: word.column
                )
            }
            guard options.last(option.name) == nil else { throw error("\(name) is given twice", at: word.column) }
            options.add(option, "", column: word.column)
        }
    }

    /// A word that is an option of the verb is never a value: the value is missing.
    private func isOption(_ word: Words.Word) -> Bool {
        word.mayBeOption && row.option(String(word.text.prefix { $0 != "=" }), surface) != nil
    }

    // MARK: - The form

    /// Finds the form, and removes its command from the operands.
    func form(_ operands: inout [Words.Word], _ options: GivenOptions) throws(UsageError) -> Form {
        let forms = row.forms(surface)
        if !row.hasCommands(surface) { return Self.closest(forms, options) }
        if let word = operands.first, case let named = forms.filter({ $0.command == word.text }), !named.isEmpty {
            operands.removeFirst()
            return Self.closest(named, options)
        }
        let unnamed = forms.filter { $0.command == nil }
        guard unnamed.isEmpty else { return Self.closest(unnamed, options) }
        let commands = row.shownForms(surface).compactMap(\.command).uniqued
        let choice = "use one of: " + commands.map { "\(surface.prefix)\(row.word) \($0)" }.joined(separator: ", ")
        guard let word = operands.first else { throw error("missing argument: COMMAND", hint: choice, at: lastColumn) }
        if let close = closestWord(to: word.text, among: commands) { throw unknownCommand(word, close) }
        throw error("unknown command \"\(word.text.prefix(80))\"", hint: choice, at: word.column)
    }

    /// The form that takes all options that are given; of these, the one that requires most of them.
    private static func closest(_ forms: [Form], _ options: GivenOptions) -> Form {
        if forms.count == 1 || options.all.isEmpty && forms[0].required.isEmpty { return forms[0] }
        func score(_ form: Form) -> (Int, Int) {
            let isWhole = form.required.allSatisfy { options.last($0.name) != nil }
            let takesAll = options.all.allSatisfy { form.takes($0.option.name) }
            return (takesAll ? 1 : 0, isWhole ? form.required.count : -1)
        }
        var (best, highest) = (forms[0], score(forms[0]))
        for form in forms.dropFirst() where score(form) > highest { (best, highest) = (form, score(form)) }
        return best
    }

    func check(_ form: Form, _ operands: [Words.Word], _ options: GivenOptions) throws(UsageError) {
        for given in options.all where !form.takes(given.option.name) { throw misplaced(given, form, options) }
        for part in form.parts {
            switch part {
            case .required(let option) where options.last(option.name) == nil:
                throw error(
                    "missing option: \(option.name)",
                    hint: "\(option.usage): \(option.help)",
                    at: lastColumn
                )
            case .either(let several):
                let given = several.filter { options.last($0.name) != nil }
                if given.count > 1 {
                    throw error("\(given[1].name) can't be used with \(given[0].name)", of: [form], at: lastColumn)
                }
            default: break
            }
        }
        if let missing = form.missing(after: operands.count) {
            let forms = row.shownForms(surface).filter { form.command == nil || $0.command == form.command }
            throw error("missing argument: \(missing.name)", of: forms, at: lastColumn)
        }
        guard operands.count > form.operandCount.upperBound else { return }
        let word = operands[form.operandCount.upperBound]
        if form.command == nil, form.operands.isEmpty,
            let close = closestWord(to: word.text, among: row.shownForms(surface).compactMap(\.command))
        {
            throw unknownCommand(word, close)
        }
        throw error(
            "unexpected argument \"\(word.text.prefix(80))\"",
            hint: (form.operands.isEmpty ? "" : "a name with spaces needs quotes; ") + usage(of: [form]),
            at: word.column
        )
    }

    // MARK: - Faults

    private func unknownCommand(_ word: Words.Word, _ close: String) -> UsageError {
        error(
            "unknown command \"\(word.text.prefix(80))\"",
            hint: "did you mean \"\(surface.prefix)\(row.word) \(close)\"?",
            at: word.column
        )
    }

    /// The form does not take an option: because of another option, or at all.
    private func misplaced(_ given: GivenOptions.Given, _ form: Form, _ options: GivenOptions) -> UsageError {
        let takers = row.shownForms(surface).filter { $0.takes(given.option.name) }
        let other = options.all.first { other in
            let beside = takers.filter { $0.command == form.command }
            return !beside.isEmpty && !beside.contains { $0.takes(other.option.name) }
        }
        return error(
            "\(given.option.name) can't be used with \(other?.option.name ?? "\"\(form.title(row.word))\"")",
            of: takers.isEmpty ? [form] : takers,
            at: given.column
        )
    }

    private func unknown(_ name: String, at column: Int) -> UsageError {
        let message = "unknown option \(name.prefix(80))"
        if surface == .line, row.option(name, .commandLine) != nil {
            return error(message, hint: "only the command line of domo has it", at: column)
        }
        // Any letter is close to any other.
        guard name.hasPrefix("--") else { return error(message, at: column) }
        let close = closestWord(to: name, among: row.shownOptions(surface).flatMap(\.names))
        return error(message, hint: close.map { "did you mean \($0)?" }, at: column)
    }

    private func usage(of forms: [Form]) -> String {
        "usage: " + forms.map { $0.usage(surface.prefix + row.word, surface) }.joined(separator: " | ")
    }

    /// - Parameters:
    ///   - hint: by default, the usage of the forms.
    ///   - forms: all by default.
    private func error(_ message: String, hint: String? = nil, of forms: [Form]? = nil, at column: Int) -> UsageError {
        UsageError(
            column: column,
            fault: Fault(.badRequest, message, hint: hint ?? usage(of: forms ?? row.shownForms(surface)))
        )
    }
}

extension Words.Word {
    /// `-10`, `-0.5` and `-10%` are values, and `-` is a name; a quoted word is never an option.
    public var mayBeOption: Bool {
        !isQuoted && text.utf8.first == UInt8(ascii: "-") && text.utf8.count > 1
            && text.dropFirst().first?.isWholeNumber != true
    }
}
