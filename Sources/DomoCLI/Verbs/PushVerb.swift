import ArgumentParser
import DomoLanguage

struct PushVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .push,
        usage: """
            domo push list
            domo push key
            """,
        discussion: """
            Lists the browsers that get messages: the token with which each has signed in, its push service, and since when. \
            A browser subscribes on the page, in the settings; it ends with its token.
            """
    )

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("list or key.", valueName: "command"))
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.verb(.push)] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        let report: PushReport = try answer.decode()
        guard case .push(.key) = answer.request else { return rendering.push(report) }
        return (report.key ?? "") + "\n"
    }
}

extension VerbCommands {
    static var push: any VerbCommand.Type { PushVerb.self }
}
