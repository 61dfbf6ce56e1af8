import DomoLanguage

enum PushVerb: VerbCommand {
    static let discussion = """
        Lists the browsers that get messages: the token with which each has signed in, its push service, and since when. \
        A browser subscribes on the page, in the settings; it ends with its token.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        let report: PushReport = try answer.decode()
        guard case .push(.key) = answer.request else { return rendering.push(report) }
        return (report.key ?? "") + "\n"
    }
}

extension VerbCommands {
    static var push: any VerbCommand.Type { PushVerb.self }
}
