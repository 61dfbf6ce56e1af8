import DomoLanguage

enum StatsVerb: VerbCommand {
    static let discussion = """
        Weeks begin on Monday at midnight in the time zone of the house. A week in which the clocks change is \
        longer or shorter. failed counts orders that failed, expired, or were not confirmed though they should \
        have been.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.stats(try answer.decode())
    }

    // The daemon may read a year from a slow disk, or compute it day by day.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var stats: any VerbCommand.Type { StatsVerb.self }
}
