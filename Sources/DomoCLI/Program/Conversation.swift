import DomoLanguage

/// One request, its answer, and what is printed of it.
struct Conversation {
    /// The socket that the user named.
    var socket: String?
    var json: Bool

    func run(_ request: Request) throws(Fault) -> ExitStatus {
        let client = try ControlClient(socket: SocketPath.candidates(option: socket))
        let answer = try client.ask(request).content()
        StandardStreams.write(json ? Rendering.json(answer) : try Rendering(for: .output).text(answer, to: request))
        return try Rendering.failure(in: answer, to: request) ?? .done
    }
}
