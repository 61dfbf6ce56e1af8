import ArgumentParser
import DomoLanguage

struct ToggleVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Switch to off what is on, and to on what is off.",
        usage: "domo toggle ELEMENT [--deadline DURATION] [--wait WHAT] [--explain]",
        discussion: HelpText.waiting
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element.", valueName: "element"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions
    @OptionGroup var order: OrderOptions

    var head: [Words.Word] { [.keyword("toggle")] + order.words }
}
