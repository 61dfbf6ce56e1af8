import DomoModel

/// The operands and options after a verb, and the form that they are of.
public struct Arguments: Sendable {
    public let row: VerbRow
    public let form: Form
    private let surface: Surface
    /// The operands after the command of the form, with their columns.
    private(set) var words: [Words.Word]
    private let options: GivenOptions
    private let verbColumn: Int

    public var operands: [String] { words.map(\.text) }

    /// - Parameter line: the verb and the words after it.
    init(_ line: [Words.Word], _ row: VerbRow, _ surface: Surface) throws(UsageError) {
        (self.row, self.surface) = (row, surface)
        verbColumn = line.first?.column ?? 1
        words = []
        let reader = UsageReader(row, surface, lastColumn: line.last?.column ?? 1)
        options = try reader.split(line.dropFirst(), into: &words)
        form = try reader.form(&words, options)
        try reader.check(form, words, options)
    }

    /// The request; nil for a form that is not one.
    func request() throws(UsageError) -> Request? {
        guard let read = form.read else { return nil }
        return try read(self)
    }

    /// The words as a line of the language, without what only the command line has.
    public var line: String {
        var line = row.word
        if let command = form.command { line += " " + command }
        for given in options.all where given.option.audience != .commandLine {
            line += " " + given.option.name
            if given.option.value != nil { line += " " + Words.quoted(given.value) }
        }
        for word in words { line += " " + Words.quoted(word.text) }
        return line
    }

    // MARK: - Values

    public func has(_ option: String) -> Bool {
        assert(row.option(option, .line) != nil || row.option(option, .commandLine) != nil, "no option \(option)")
        return options.last(option) != nil
    }

    public func value(_ option: String) -> String? {
        assert(row.option(option, .line) != nil || row.option(option, .commandLine) != nil, "no option \(option)")
        return options.last(option)?.value
    }

    /// The values of a repeatable option.
    func values(_ option: String) -> [String] { options.all.filter { $0.option.name == option }.map(\.value) }

    /// - Returns: nil if the option is not given.
    func value<Value>(_ option: String, _ read: (String) throws(Fault) -> Value) throws(UsageError) -> Value? {
        guard let given = options.last(option) else { return nil }
        do throws(Fault) {
            return try read(given.value)
        } catch {
            throw UsageError(column: given.column, fault: error)
        }
    }

    func operand<Value>(_ number: Int, _ read: (String) throws(Fault) -> Value) throws(UsageError) -> Value {
        do throws(Fault) {
            return try read(words[number].text)
        } catch {
            throw UsageError(column: words[number].column, fault: error)
        }
    }

    // MARK: - Faults

    /// - Parameters:
    ///   - hint: the usage by default.
    ///   - column: that of the verb by default.
    func usageError(_ message: String, hint: String? = nil, at column: Int? = nil) -> UsageError {
        let usage = "usage: " + form.usage(surface.prefix + row.word, surface)
        return UsageError(column: column ?? verbColumn, fault: Fault(.badRequest, message, hint: hint ?? usage))
    }

    /// The fault of an operand that the form does not take.
    func unexpected(_ word: Words.Word) -> UsageError {
        let usage = form.usage(surface.prefix + row.word, surface)
        return usageError(
            "unexpected argument \"\(word.text.prefix(80))\"",
            hint: "a name with spaces needs quotes; usage: \(usage)",
            at: word.column
        )
    }
}
