import DomoLanguage

enum RunVerb: VerbCommand {
    static let discussion = """
        The daemon needs no access to FILE; - is standard input. Mistakes are reported as FILE:LINE:COLUMN, and \
        then nothing is sent. The scene has the name in its name line, or else that of the file; its triggers are \
        ignored. An executable file that begins with this line is a command:
          #!/usr/bin/env -S domo run

        \(HelpText.running)
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        let (path, client) = (invocation.operand(0), invocation.client)
        let file = path == "-" ? try ScriptFile.standardInput() : try ScriptFile(path: path)
        guard file.mistakes.isEmpty else {
            let fault = Fault(.badModel, file.mistakes.joined(separator: "\n"))
            if client.json { throw fault }
            StandardStreams.writeError(Rendering(for: .error).mistakes(file.mistakes))
            return fault.code.exitStatus
        }
        let explain = invocation.has("--explain")
        let tag = explain ? nil : SceneConversation.newTag
        let line = CheckedLine(try file.request(explain: explain, tag: tag, path: path))
        if explain { return try invocation.conversation.run(line) }
        return try SceneConversation(socket: client.socket, json: client.json).run(line, name: file.name, tag: tag)
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        try rendering.sceneRun(answer)
    }

    static func failure(in answer: Answer) throws(Fault) -> ExitStatus? { try answer.sceneFailure }

    static func patience(for request: Request) -> Duration { request.sceneRunPatience }
}

extension VerbCommands {
    static var run: any VerbCommand.Type { RunVerb.self }
}
