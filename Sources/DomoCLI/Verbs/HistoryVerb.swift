import ArgumentParser
import DomoLanguage

struct HistoryVerb: ClientVerb {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "What an element was over time.",
        usage: "domo history ELEMENT [--since TIME] [--until TIME] [--chart]",
        discussion: """
            Without --since it is the last day. What is long ago is kept by the hour or the day, as \
            minimum–mean–maximum. The first line may be older than what was asked for: it tells what the element was \
            when that time began. With --json each line is one part of the answer.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element.", valueName: "element"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions
    @OptionGroup var period: PeriodOptions

    @Flag(help: "Draw it, as wide as the terminal.")
    var chart = false

    func words(literals: Int) -> [Words.Word] {
        [.keyword("history")] + period.words + Words.Word.operands(operands, literals: literals)
    }

    func run(literals: Int) throws {
        guard case .history(let element, let period)? = try RequestParser.parse(words(literals: literals)) else {
            return
        }
        let history = History(
            client: try client.connect(),
            json: client.json,
            rendering: Rendering(for: .output)
        ) { StandardStreams.write($0) }
        if chart, !client.json { try history.draw(element, period) } else { try history.list(element, period) }
    }
}
