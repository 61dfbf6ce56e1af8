import DomoLanguage

/// `explain set Louver up` is `set Louver up --explain`.
enum ExplainVerb: VerbCommand {
    static let row = VerbRow(
        "explain",
        "Print the exact signal that an order or scene would send, and send nothing.",
        commandLine: Form(.note("(set | dim | toggle | off | scene) …"))
    )

    static let discussion = """
        It asks the running daemon, which knows the servers; without one, use domod --explain. For "off" and \
        "set --all" it prints the elements instead.
        """

    private static let explain = "--explain"

    /// The verbs that can be explained. What `run` takes is a file.
    static let verbs = Verb.allCases.filter { $0 != .run && $0.row.takes(explain, .commandLine) }

    /// - Parameter words: the words after `explain`.
    static func invocation(_ words: [Words.Word], _ client: ClientOptions) throws(Fault) -> Invocation {
        let words = words.filter { $0.isQuoted || $0.text != explain }
        if let option = words.first, option.mayBeOption {
            throw Fault(
                .badRequest,
                "unknown option \(option.text.prefix(80))",
                hint: "the options of an order come after it: domo explain set Louver up --as binary"
            )
        }
        guard let word = words.first, let verb = Verb(word: word.text), verbs.contains(verb) else {
            throw Fault(
                .badRequest,
                "expected set, dim, toggle, off or scene after explain",
                hint: "for example: domo explain set Louver up"
            )
        }
        let line = [Words.Word(text: explain, column: 1)] + words.dropFirst()
        return try Invocation(line, of: verb.row, client)
    }
}
