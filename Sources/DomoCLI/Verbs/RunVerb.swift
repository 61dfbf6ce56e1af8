import ArgumentParser
import DomoLanguage

struct RunVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .run,
        usage: "domo run FILE [--explain]",
        discussion: """
            The daemon needs no access to FILE; - is standard input. Mistakes are reported as FILE:LINE:COLUMN, and \
            then nothing is sent. The scene has the name in its name line, or else that of the file; its triggers are \
            ignored. An executable file that begins with this line is a command:
              #!/usr/bin/env -S domo run

            \(HelpText.running)
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A scene file.", valueName: "file"),
        completion: .file(extensions: ["domo"])
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Flag(help: "Print the signals that would be sent, each with its time, and send nothing.")
    var explain = false

    func run(literals: Int) throws {
        let path = try path(literals: literals)
        let file = path == "-" && literals == 0 ? try ScriptFile.standardInput() : try ScriptFile(path: path)
        guard file.mistakes.isEmpty else {
            let fault = Fault(.badModel, file.mistakes.joined(separator: "\n"))
            if client.json { throw fault }
            StandardStreams.writeError(Rendering(for: .error).mistakes(file.mistakes))
            throw Ending(status: fault.code.exitStatus)
        }
        let tag = explain ? nil : SceneConversation.newTag
        let request = try file.request(explain: explain, tag: tag, path: path)
        let status =
            if explain {
                try Conversation(socket: client.socket, json: client.json).run(request)
            } else {
                try SceneConversation(socket: client.socket, json: client.json).run(request, name: file.name, tag: tag)
            }
        if status != .done { throw Ending(status: status) }
    }

    private func path(literals: Int) throws(Fault) -> String {
        let options = operands.dropLast(literals).filter { $0.hasPrefix("-") && $0 != "-" }
        let hint = "usage: \(Self.configuration.usage ?? "")"
        if let option = options.first { throw Fault(.badRequest, "unknown option \(option)", hint: hint) }
        guard let path = operands.first else { throw Fault(.badRequest, "missing argument: FILE", hint: hint) }
        if operands.count > 1 {
            throw Fault(.badRequest, "unexpected argument \"\(operands[1])\"", hint: hint)
        }
        return path
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
