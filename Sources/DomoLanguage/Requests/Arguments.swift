import DomoModel

/// The operands and options after a verb.
struct Arguments {
    /// The operands, with their columns.
    private(set) var words: [Words.Word] = []
    private var options: [String: String] = [:]
    /// The values of repeatable options, except the last.
    private var earlier: [String: [String]] = [:]
    private var columns: [String: Int] = [:]
    /// The usage as the language has it.
    private let rowUsage: String
    /// The usage for faults.
    private let shownUsage: (() -> String)?
    private let verbColumn: Int

    var usage: String { shownUsage?() ?? rowUsage }

    var operands: [String] { words.map(\.text) }

    /// - Parameters:
    ///   - line: the verb and the words after it.
    ///   - shownUsage: the usage for faults; that of the language by default.
    init(_ line: [Words.Word], _ row: VerbRow, usage shownUsage: (() -> String)? = nil) throws(UsageError) {
        rowUsage = row.usage
        self.shownUsage = shownUsage
        verbColumn = line.first?.column ?? 1
        var rest = line.dropFirst()
        var onlyOperands = false
        while let word = rest.popFirst() {
            let isOption =
                !onlyOperands && !word.isQuoted && word.text.utf8.first == UInt8(ascii: "-")
                && !isNegativeNumber(word.text)
            guard isOption else {
                words.append(word)
                continue
            }
            if word.text == "--" {
                onlyOperands = true
                continue
            }
            let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if let value = options[name] {
                guard row.repeatable.contains(name) else {
                    throw usageError("\(name) is given twice", at: word.column)
                }
                earlier[name, default: []].append(value)
            }
            columns[name] = word.column
            if row.flags.contains(name), parts.count == 1 {
                options[name] = ""
            } else if row.options.contains(name) {
                if parts.count == 2 {
                    options[name] = String(parts[1])
                } else if let value = rest.popFirst() {
                    options[name] = value.text
                    columns[name] = value.column
                } else {
                    throw usageError("missing value for \(name)", at: word.column)
                }
            } else {
                throw usageError("unknown option \(name.prefix(80))", at: word.column)
            }
        }
        if words.count < row.operands.lowerBound {
            throw usageError("missing argument: \(placeholder)", at: line.last?.column ?? 1)
        }
        if words.count > row.operands.upperBound {
            let word = words[row.operands.upperBound]
            throw usageError(
                "unexpected argument \"\(word.text.prefix(80))\"",
                hint: "a name with spaces needs quotes; usage: \(usage)",
                at: word.column
            )
        }
    }

    /// The name of the next operand in the usage, such as `VALUE`; `COMMAND` where the usage lists commands.
    private var placeholder: String {
        var forms: [[Substring]] = [[]]
        var isOption = false
        for word in rowUsage.split(separator: " ").dropFirst() {
            if word.contains("[") { isOption = true }
            if word == "|", !isOption {
                forms.append([])
            } else if !isOption, !word.hasPrefix("-") {
                forms[forms.count - 1].append(word)
            }
            if word.contains("]") { isOption = false }
        }
        let form = forms.first { $0.first == words.first?.text[...] } ?? forms[0]
        guard words.count < form.count, form[words.count].first?.isUppercase == true else { return "COMMAND" }
        return String(form[words.count])
    }

    func has(_ flag: String) -> Bool { options[flag] != nil }

    func value(_ option: String) -> String? { options[option] }

    /// The values of a repeatable option.
    func values(_ option: String) -> [String] { (earlier[option] ?? []) + (options[option].map { [$0] } ?? []) }

    var hasOptions: Bool { !options.isEmpty }

    /// - Returns: nil if the option is not given.
    func value<Value>(
        _ option: String,
        _ read: (String) throws(Fault) -> Value
    ) throws(UsageError) -> Value? {
        guard let text = options[option] else { return nil }
        do throws(Fault) {
            return try read(text)
        } catch {
            throw UsageError(column: columns[option] ?? 1, fault: error)
        }
    }

    func operand<Value>(_ number: Int, _ read: (String) throws(Fault) -> Value) throws(UsageError) -> Value {
        do throws(Fault) {
            return try read(words[number].text)
        } catch {
            throw UsageError(column: words[number].column, fault: error)
        }
    }

    /// Reads an operand as a number of bytes.
    func offset(_ number: Int) throws(UsageError) -> Int {
        try operand(number) { text throws(Fault) in
            guard let offset = Int(text), offset >= 0 else {
                throw Fault(.badRequest, "\"\(text.prefix(80))\" is not an offset", hint: "usage: \(usage)")
            }
            return offset
        }
    }

    /// The fault of an operand that is not one of the commands of the verb, or of a command with the wrong operands.
    func wrongArguments(_ verb: String, commands: [String]) -> UsageError {
        let command = operands.first ?? ""
        guard !commands.contains(command) else { return usageError("wrong arguments for \(verb) \(command)") }
        let closest = closestWord(to: command, among: commands)
        return usageError(
            "unknown command \"\(command.prefix(80))\"",
            hint: closest.map { "did you mean \"\(verb) \($0)\"?" }
        )
    }

    /// - Parameters:
    ///   - hint: the usage by default.
    ///   - column: that of the verb by default.
    func usageError(_ message: String, hint: String? = nil, at column: Int? = nil) -> UsageError {
        UsageError(
            column: column ?? verbColumn,
            fault: Fault(.badRequest, message, hint: hint ?? "usage: \(usage)")
        )
    }
}

/// `-10`, `-0.5` and `-10%` are values, not options.
private func isNegativeNumber(_ text: String) -> Bool {
    text.dropFirst().first?.isWholeNumber == true
}
