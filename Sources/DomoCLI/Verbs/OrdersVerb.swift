import ArgumentParser
import DomoLanguage

struct OrdersVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.orders, discussion: HelpText.stages)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, a sector or an element; all of them without it.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Option(
        help: ArgumentHelp(
            "How many, the newest first: 1–\(Request.maxOrders); \(Request.defaultOrders) without it, all with --since.",
            valueName: "n"
        )
    )
    var last: String?

    @Option(help: ArgumentHelp("Those given before the one with this number.", valueName: "number"))
    var before: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Those given since \(HelpText.times).", valueName: "time"))
    var since: String?

    var head: [Words.Word] {
        var words: [Words.Word] = [.verb(.orders)]
        if let last { words += [.keyword("--last"), .literal(last)] }
        if let before { words += [.keyword("--before"), .literal(before)] }
        if let since { words += [.keyword("--since"), .literal(since)] }
        return words
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.orders(try answer.decode())
    }

    // A year of a house is read from a disk that may be a slow one, or reckoned day by day.
    static func patience(for request: Request) -> Duration { .seconds(60) + ControlClient.margin }
}

extension VerbCommands {
    static var orders: any VerbCommand.Type { OrdersVerb.self }
}
