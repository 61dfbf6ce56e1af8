import DomoLanguage

enum HistoryVerb: VerbCommand {
    static let discussion = """
        Without --since it shows the last day. Older values are kept by the hour or the day, as \
        minimum–mean–maximum. The first line may be older than the period: it is the value at its start. With \
        --json each line is one page of the reply. --points N shows the whole time as at most N points of equal length, \
        each with minimum, mean and maximum, or how long it was on.

        For programs that follow the house: --from start returns the records of all elements in the order in \
        which they were written, then the cursor for the next time; --from now only that cursor. A cursor belongs \
        to one database. What is not kept any more is reported with its element and times.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        let history = History(
            client: try invocation.client.connect(),
            json: invocation.client.json,
            rendering: Rendering(for: .output)
        ) { StandardStreams.write($0) }
        switch invocation.line?.request {
        case .records(let question): try history.follow(question)
        case .history(let element, let period) where invocation.has("--chart") && !invocation.client.json:
            try history.draw(element, period)
        case .history(let element, let period): try history.list(element, period)
        default: break
        }
        return .done
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
