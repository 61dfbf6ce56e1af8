import DomoLanguage

enum ListVerb: VerbCommand {
    static let discussion = HelpText.certainty

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard var line = invocation.line else { return .done }
        if !invocation.has("--language"), let tag = TerminalLanguage.tag { line = line.adding("--language", tag) }
        return try invocation.conversation.run(line, text: invocation.has("-l") ? longText : text)
    }

    private static func longText(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.longListing(try answer.decode())
    }

    static func patience(for request: Request) -> Duration { slowPatience }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        var isRecursive = false
        if case .list(_, recursive: true, language: _) = answer.request { isRecursive = true }
        return rendering.listing(try answer.decode(), recursive: isRecursive)
    }
}

extension VerbCommands {
    static var list: any VerbCommand.Type { ListVerb.self }
}
