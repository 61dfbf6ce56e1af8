import DomoLanguage

enum ModelVerb: VerbCommand {
    static let discussion = "Prints JSON, for programs such as web pages and assistants. ls shows the readings."

    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var model: any VerbCommand.Type { ModelVerb.self }
}
