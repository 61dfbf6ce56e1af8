import ArgumentParser
import DomoLanguage

struct SetVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set an element: on, off, up, down, stop, 0–100 or any text, as its types allow.",
        usage: "domo set ELEMENT VALUE [--as TYPE] [--deadline DURATION] [--wait WHAT] [--explain]",
        discussion: HelpText.waiting
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element, and its new value.", valueName: "element value"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions
    @OptionGroup var order: OrderOptions

    @Option(
        help: "Take the value for this type: binary, regulable, bidirectional or value.",
        completion: .list(["binary", "regulable", "bidirectional", "value"])
    )
    var `as`: String?

    var head: [Words.Word] { [.keyword("set")] + (`as`.map { [.keyword("--as"), .literal($0)] } ?? []) + order.words }
}
