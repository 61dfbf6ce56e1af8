import DomoLanguage
import DomoModel

enum SetVerb: VerbCommand {
    static let discussion = HelpText.waiting

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        if case .group = answer.request {
            let none = "no device to set: none takes the value, or all are confirmed to have it"
            return rendering.group(try answer.decode(), ifNone: none)
        }
        return try rendering.order(answer)
    }

    static func patience(for request: Request) -> Duration { request.orderPatience }
}

extension VerbCommands {
    static var set: any VerbCommand.Type { SetVerb.self }
}
