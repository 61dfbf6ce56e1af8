import ArgumentParser
import DomoLanguage

struct HistoryVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .history,
        usage: """
            domo history ELEMENT [--since TIME] [--until TIME] [--points N | --chart]
            domo history --from CURSOR [PATH]
            """,
        discussion: """
            Without --since it shows the last day. Older values are kept by the hour or the day, as \
            minimum–mean–maximum. The first line may be older than the period: it is the value at its start. With \
            --json each line is one page of the reply. --points N shows the whole time as at most N points of equal length, \
            each with minimum, mean and maximum, or how long it was on.

            For programs that follow the house: --from start returns the records of all elements in the order in \
            which they were written, then the cursor for the next time; --from now only that cursor. A cursor belongs \
            to one database. What is not kept any more is reported with its element and times.
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

    @Option(
        help: ArgumentHelp(
            "All records after this cursor: of an earlier reply, start, or now.",
            valueName: "cursor"
        )
    )
    var from: String?

    @Flag(help: "Draw a chart as wide as the terminal.")
    var chart = false

    func words(literals: Int) -> [Words.Word] {
        [.verb(.history)] + (from.map { [.keyword("--from"), .literal($0)] } ?? []) + period.words
            + Words.Word.operands(operands, literals: literals)
    }

    func run(literals: Int) throws {
        let request = try RequestParser.parse(command: words(literals: literals))
        let history = History(
            client: try client.connect(),
            json: client.json,
            rendering: Rendering(for: .output)
        ) { StandardStreams.write($0) }
        if case .records(let question)? = request { return try history.follow(question) }
        guard case .history(let element, let period)? = request else { return }
        if chart, !client.json { try history.draw(element, period) } else { try history.list(element, period) }
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        if case .records = answer.request { return rendering.recordsPage(try answer.decode()) }
        return rendering.historyPage(try answer.decode())
    }

    // The daemon may read a year from a slow disk, or compute it day by day.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var history: any VerbCommand.Type { HistoryVerb.self }
}
