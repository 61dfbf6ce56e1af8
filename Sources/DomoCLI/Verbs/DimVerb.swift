import ArgumentParser
import DomoLanguage

struct DimVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "dim",
        abstract: "Set a level, 0–100; +10 and -10 are steps from the last known one.",
        usage: "domo dim ELEMENT LEVEL [--deadline DURATION] [--wait WHAT] [--explain]",
        discussion: HelpText.waiting
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element, and its new level in percent.", valueName: "element level"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions
    @OptionGroup var order: OrderOptions

    var head: [Words.Word] { [.keyword("dim")] + order.words }
}
