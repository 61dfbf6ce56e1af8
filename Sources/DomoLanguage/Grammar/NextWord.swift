/// What the word after others of a command line may be.
public struct NextWord: Sendable {
    /// For an operand or the value of an option.
    public let completables: [Completable]
    /// The operands before it, after the command.
    public let operands: [String]
    /// The options that may follow; empty where a value is expected.
    public let options: [VerbOption]

    /// - Parameter words: the words after the verb. Mistakes are passed over.
    public init(after words: [Words.Word], of row: VerbRow) {
        var operands: [Words.Word] = []
        var given = GivenOptions()
        var rest = words[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || !word.mayBeOption {
                operands.append(word)
            } else if word.text == "--" {
                onlyOperands = true
            } else if let option = row.option(String(word.text.prefix { $0 != "=" }), .commandLine) {
                let isWhole = option.value == nil || word.text.contains("=")
                guard isWhole || !rest.isEmpty else {
                    (completables, self.operands, options) = ([option.completes], [], [])
                    return
                }
                given.add(option, isWhole ? "" : rest.removeFirst().text, column: word.column)
            }
        }
        let forms = row.shownForms(.commandLine)
        var completables: [Completable] = []
        var possible = forms
        if let word = operands.first, case let named = forms.filter({ $0.command == word.text }), !named.isEmpty {
            operands.removeFirst()
            possible = named
        } else {
            if operands.isEmpty { completables = forms.compactMap(\.command).uniqued.map { .words([$0]) } }
            possible = forms.filter { $0.command == nil }
        }
        let taking = possible.filter { form in given.all.allSatisfy { form.takes($0.option.name) } }
        let operand = (taking.isEmpty ? possible : taking).first?.operand(at: operands.count)
        if let operand, operand.completes != .nothing { completables.append(operand.completes) }
        self.completables = completables
        self.operands = operands.map(\.text)
        var names: Set<String> = []
        options = taking.flatMap(\.parts).flatMap(\.options).filter { option in
            Surface.commandLine.shows(option.audience) && (option.isRepeatable || given.last(option.name) == nil)
                && names.insert(option.name).inserted
        }
    }
}
