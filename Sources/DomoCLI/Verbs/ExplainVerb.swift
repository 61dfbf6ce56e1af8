import ArgumentParser
import DomoLanguage

struct ExplainVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Print the exact signal that an order or scene would send, and send nothing.",
        usage: "domo explain (set | dim | toggle | off | scene) …",
        discussion: """
            It asks the running daemon, which knows the servers; without one, use domod --explain. For "off" and \
            "set --all" it prints the elements instead.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The order or scene.", valueName: "verb …"),
        completion: .custom(Completion.explained)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [] }

    /// The verbs that can be explained and are one request each.
    static let verbs = Verb.allCases.filter {
        $0.row.flags.contains("--explain") && VerbCommands[$0] is any RequestVerb.Type
    }

    func words(literals: Int) throws(Fault) -> [Words.Word] {
        let words = Words.Word.operands(operands.filter { $0 != "--explain" }, literals: literals)
        guard let verb = words.first, Self.verbs.contains(where: { $0.rawValue == verb.text }) else {
            throw Fault(
                .badRequest,
                "expected set, dim, toggle, off or scene after explain",
                hint: "for example: domo explain set Louver up"
            )
        }
        return [verb, .keyword("--explain")] + words.dropFirst()
    }
}
