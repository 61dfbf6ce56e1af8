import ArgumentParser
import DomoLanguage

struct OrdersVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "orders",
        abstract: "The last orders, and what became of each.",
        usage: "domo orders [ELEMENT] [--last N]",
        discussion: HelpText.stages
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("An element; all of them without it.", valueName: "element"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Option(
        help: ArgumentHelp(
            "How many, the newest first: 1–\(Request.mostOrders); \(Request.usualOrders) without it.",
            valueName: "n"
        )
    )
    var last: String?

    var head: [Words.Word] { [.keyword("orders")] + (last.map { [.keyword("--last"), .literal($0)] } ?? []) }
}
