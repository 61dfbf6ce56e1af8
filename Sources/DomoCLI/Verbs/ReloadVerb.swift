import DomoLanguage

enum ReloadVerb: VerbCommand {
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.reload(try answer.decode())
    }

    // House files may come from slow servers.
    /// A load of 100,000 elements takes seconds; on a small machine that is busy, minutes.
    static func patience(for request: Request) -> Duration { .seconds(600) + ControlClient.margin }
}

extension VerbCommands {
    static var reload: any VerbCommand.Type { ReloadVerb.self }
}
