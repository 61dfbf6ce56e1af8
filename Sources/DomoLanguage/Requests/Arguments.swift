/// What stands behind a verb in a line.
struct Arguments {
    /// The operands, and where they stand.
    private(set) var words: [Words.Word] = []
    private var options: [String: String] = [:]
    /// Of options that may be given several times, all but the last.
    private var earlier: [String: [String]] = [:]
    private var columns: [String: Int] = [:]
    private let usage: String
    private let verbColumn: Int

    var operands: [String] { words.map(\.text) }

    /// - Parameter line: the verb, and what stands behind it.
    init(_ line: [Words.Word], _ row: VerbRow) throws(Misread) {
        usage = row.usage
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
                    throw misread("\(name) is given twice", at: word.column)
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
                    throw misread("\(name) has no value", at: word.column)
                }
            } else {
                throw misread("unknown option \"\(name.prefix(80))\"", at: word.column)
            }
        }
        if words.count < row.operands.lowerBound {
            throw misread("something is missing", at: line.last?.column ?? 1)
        }
        if words.count > row.operands.upperBound {
            throw misread(
                "there is a word too many",
                hint: "usage: \(usage); a name with blanks needs quotes",
                at: words[row.operands.upperBound].column
            )
        }
    }

    func has(_ flag: String) -> Bool { options[flag] != nil }

    func value(_ option: String) -> String? { options[option] }

    /// Those of an option that may be given several times.
    func values(_ option: String) -> [String] { (earlier[option] ?? []) + (options[option].map { [$0] } ?? []) }

    var hasOptions: Bool { !options.isEmpty }

    /// - Returns: nil where the option is not given.
    func value<Value>(
        _ option: String,
        _ read: (String) throws(Fault) -> Value
    ) throws(Misread) -> Value? {
        guard let text = options[option] else { return nil }
        do throws(Fault) {
            return try read(text)
        } catch {
            throw Misread(column: columns[option] ?? 1, fault: error)
        }
    }

    func operand<Value>(_ number: Int, _ read: (String) throws(Fault) -> Value) throws(Misread) -> Value {
        do throws(Fault) {
            return try read(words[number].text)
        } catch {
            throw Misread(column: words[number].column, fault: error)
        }
    }

    /// A number of bytes.
    func offset(_ number: Int) throws(Misread) -> Int {
        try operand(number) { text throws(Fault) in
            guard let offset = Int(text), offset >= 0 else {
                throw Fault(.badRequest, "\"\(text.prefix(80))\" is not an offset", hint: "usage: \(usage)")
            }
            return offset
        }
    }

    /// - Parameters:
    ///   - hint: the usage where there is none.
    ///   - column: the verb's where there is none.
    func misread(_ message: String, hint: String? = nil, at column: Int? = nil) -> Misread {
        Misread(
            column: column ?? verbColumn,
            fault: Fault(.badRequest, message, hint: hint ?? "usage: \(usage)")
        )
    }
}

/// `-10`, `-0.5` and `-10%` are values, not options.
private func isNegativeNumber(_ text: String) -> Bool {
    text.dropFirst().first?.isWholeNumber == true
}
