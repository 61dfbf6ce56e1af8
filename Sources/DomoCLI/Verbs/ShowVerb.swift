import ArgumentParser
import DomoLanguage

struct ShowVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "All that is known of one element.",
        usage: "domo show ELEMENT",
        discussion: HelpText.certainty
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element.", valueName: "element"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.keyword("show")] }
}
