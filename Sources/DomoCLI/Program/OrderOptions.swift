import ArgumentParser
import DomoLanguage

/// The options that every order takes.
struct OrderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long the order may take, such as 500ms or 2s.", valueName: "duration"))
    var deadline: String?

    @Option(
        help: "What to wait for: none (return at once with the order's number), accepted (as without it), confirmed.",
        completion: .list(Awaited.allCases.map(\.rawValue))
    )
    var wait: String?

    @Flag(help: "Print the signal that would be sent, and send nothing.")
    var explain = false

    var words: [Words.Word] {
        (deadline.map { [.keyword("--deadline"), .literal($0)] } ?? [])
            + (wait.map { [.keyword("--wait"), .literal($0)] } ?? []) + (explain ? [.keyword("--explain")] : [])
    }
}
