import DomoLanguage

/// A verb of `domo`: one of the language, or one that only the command line has.
struct KnownVerb: Sendable {
    let row: VerbRow
    let command: any VerbCommand.Type

    /// In the order of the help.
    static let all =
        Verb.allCases.map { KnownVerb(row: $0.row, command: VerbCommands[$0]) } + [
            KnownVerb(row: CheckVerb.row, command: CheckVerb.self),
            KnownVerb(row: ImportVerb.row, command: ImportVerb.self),
            KnownVerb(row: ExplainVerb.row, command: ExplainVerb.self),
            KnownVerb(row: CompletionVerb.row, command: CompletionVerb.self),
            KnownVerb(row: BatchVerb.row, command: BatchVerb.self),
        ]

    /// The words of the verbs, and `help`.
    static let words = Verb.words + ["check", "import", "explain", "completion", "-", "help"]

    static func named(_ word: String) -> KnownVerb? {
        // Nearly always; the table of all verbs takes longer to make than the rest of reading the line.
        if let verb = Verb(word: word) { return KnownVerb(row: verb.row, command: VerbCommands[verb]) }
        return all.first { $0.row.word == word }
    }
}
