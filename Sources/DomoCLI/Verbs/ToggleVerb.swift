import DomoLanguage

enum ToggleVerb: VerbCommand {
    static let discussion = HelpText.waiting

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        try rendering.order(answer)
    }

    static func patience(for request: Request) -> Duration { request.orderPatience }
}

extension VerbCommands {
    static var toggle: any VerbCommand.Type { ToggleVerb.self }
}
