import ArgumentParser
import DomoLanguage

struct OrdersVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.orders, discussion: HelpText.stages)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, sector or element; all houses by default.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Option(
        help: ArgumentHelp(
            """
            How many orders, the newest first: 1–\(Request.maxOrders); \(Request.defaultOrders) by default, or all \
            with --since.
            """,
            valueName: "n"
        )
    )
    var last: String?

    @Option(help: ArgumentHelp("Only orders before this number.", valueName: "number"))
    var before: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only orders since this time: \(HelpText.times).", valueName: "time")
    )
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

    // The daemon may read a year from a slow disk, or compute it day by day.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var orders: any VerbCommand.Type { OrdersVerb.self }
}
