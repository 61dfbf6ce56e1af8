import ArgumentParser
import DomoLanguage
import DomoModel

struct SceneVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .scene,
        usage: """
            domo scene NAME [VALUE=…]… [--explain] [--until TIME]
            domo scene stop [NAME]
            """,
        discussion: HelpText.running
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The scene.", valueName: "name"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Flag(help: "Print the signals that would be sent, each with its time, and send nothing.")
    var explain = false

    @Option(parsing: .unconditional, help: ArgumentHelp(HelpText.until, valueName: "time"))
    var until: String?

    var head: [Words.Word] {
        [.verb(.scene)] + (explain ? [.keyword("--explain")] : [])
            + (until.map { [.keyword("--until"), .literal($0)] } ?? [])
    }

    func run(literals: Int) throws {
        guard let request = try RequestParser.parse(command: words(literals: literals)) else { return }
        let status =
            if case .scene(let name, explain: false, let tag, let values, let until) = request {
                try start(name, values, until, tag: tag ?? SceneConversation.newTag)
            } else {
                try Conversation(socket: client.socket, json: client.json).run(request)
            }
        if status != .done { throw Ending(status: status) }
    }

    private func start(
        _ name: String,
        _ values: [SceneValue],
        _ until: Timestamp?,
        tag: String
    ) throws(Fault) -> DomoLanguage.ExitStatus {
        try SceneConversation(socket: client.socket, json: client.json).run(
            .scene(name: name, explain: false, tag: tag, values: values, until: until),
            name: name,
            tag: tag
        )
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        if case .sceneStop(nil, tag: _) = answer.request { return rendering.running(try answer.decode()) }
        return try rendering.sceneRun(answer)
    }

    static func failure(in answer: Answer) throws(Fault) -> ExitStatus? { try answer.sceneFailure }

    static func patience(for request: Request) -> Duration { request.sceneRunPatience }

    static let isOneRequest = false
}

extension VerbCommands {
    static var scene: any VerbCommand.Type { SceneVerb.self }
}
