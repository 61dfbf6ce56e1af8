import ArgumentParser
import DomoLanguage

struct StatsVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .stats,
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

    var head: [Words.Word] { [.verb(.stats)] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.stats(try answer.decode())
    }

    // A year of a house is read from a disk that may be a slow one, or reckoned day by day.
    static func patience(for request: Request) -> Duration { .seconds(60) + ControlClient.margin }
}

extension VerbCommands {
    static var stats: any VerbCommand.Type { StatsVerb.self }
}
