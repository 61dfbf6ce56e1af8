import ArgumentParser
import DomoLanguage

struct WhyVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .why,
        discussion: """
            Says first what it comes to, then what that is drawn from: what is known of the element, its last orders, \
            what it was, its link, and the scenes that order it: when each starts, how it ended last, and why it did not begin.
            """
    )

    @Argument(help: ArgumentHelp("An element.", valueName: "element"), completion: .custom(Completion.operands))
    var element: String

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.verb(.why)] }
    var operands: [String] { [element] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.why(try answer.decode())
    }

    // Orders and changes are read from a disk that may be a slow one.
    static func patience(for request: Request) -> Duration { .seconds(60) + ControlClient.margin }
}

extension VerbCommands {
    static var why: any VerbCommand.Type { WhyVerb.self }
}
