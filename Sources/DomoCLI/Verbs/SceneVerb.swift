import DomoLanguage
import DomoModel

enum SceneVerb: VerbCommand {
    static let discussion = HelpText.running

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard let line = invocation.line else { return .done }
        guard case .scene(let name, explain: false, let given, values: _, until: _) = line.request else {
            return try invocation.conversation.run(line)
        }
        let tag = given ?? SceneConversation.newTag
        return try SceneConversation(socket: invocation.client.socket, json: invocation.client.json)
            .run(given == nil ? line.adding("--tag", tag) : line, name: name, tag: tag)
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        if case .sceneStop(nil, tag: _, until: _) = answer.request { return rendering.running(try answer.decode()) }
        return try rendering.sceneRun(answer)
    }

    static func failure(in answer: Answer) throws(Fault) -> ExitStatus? { try answer.sceneFailure }

    static func patience(for request: Request) -> Duration { request.sceneRunPatience }
}

extension VerbCommands {
    static var scene: any VerbCommand.Type { SceneVerb.self }
}
