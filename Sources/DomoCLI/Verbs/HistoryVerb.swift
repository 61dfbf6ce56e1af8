import ArgumentParser
import DomoLanguage

struct HistoryVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .history,
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
        [.verb(.history)] + period.words + Words.Word.operands(operands, literals: literals)
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

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.historyPage(try answer.decode())
    }

    // A year of a house is read from a disk that may be a slow one, or reckoned day by day.
    static func patience(for request: Request) -> Duration { .seconds(60) + ControlClient.margin }
}

extension VerbCommands {
    static var history: any VerbCommand.Type { HistoryVerb.self }
}
