import DomoLanguage

/// One request, its answer, and what is printed of it.
struct Conversation {
    /// The socket that the user named.
    var socket: String?
    var json: Bool

    func run(_ request: Request) throws(Fault) -> ExitStatus {
        let client = try ControlClient(socket: SocketPath.candidates(option: socket))
        let answer = Answer(bytes: try client.ask(request).content(), request: request)
        StandardStreams.write(json ? Rendering.json(answer.bytes) : try Rendering(for: .output).text(answer))
        return try VerbCommands[request.verb].failure(in: answer) ?? .done
    }
}
