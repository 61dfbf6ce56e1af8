import DomoLanguage

enum WhyVerb: VerbCommand {
    static let discussion = """
        Prints the conclusion first, then its basis: the readings of the element, its link, its last orders, its \
        past values, the scenes that it starts, and those that order it: when each starts next, how its last run \
        ended, and why it did not start.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.why(try answer.decode())
    }

    // The daemon reads orders and changes, perhaps from a slow disk.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var why: any VerbCommand.Type { WhyVerb.self }
}
