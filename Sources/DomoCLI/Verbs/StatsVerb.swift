import ArgumentParser
import DomoLanguage

struct StatsVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "This week beside the last: changes, time on, means, orders, failures.",
        usage: "domo stats [PATH]",
        discussion: """
            Weeks begin on Monday at midnight by the clocks of the house. A week in which the clocks change has its \
            own length. Failed are orders that failed, expired, or were not confirmed though they should have been.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, a sector or an element; all houses without it.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.keyword("stats")] }
}
