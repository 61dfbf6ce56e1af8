import DomoLanguage

enum ScenesVerb: VerbCommand {
    static let discussion = """
        `domo help scenes` shows how to write a scene file. Times are in the time zone of the house, followed by \
        the UTC offset if the time zone of this terminal differs; a running scene shows its current step instead.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.scenes(try answer.decode())
    }
}

extension VerbCommands {
    static var scenes: any VerbCommand.Type { ScenesVerb.self }
}
