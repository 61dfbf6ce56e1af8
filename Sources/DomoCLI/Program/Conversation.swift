import DomoLanguage

/// One request, its answer, and what is printed of it.
struct Conversation {
    /// The socket that the user named.
    var socket: String?
    var json: Bool

    /// How many daemons that stop are asked, one after the other.
    private static let maxAttempts = 3

    /// What is printed of the answer for people.
    typealias Text = (Answer, Rendering) throws(Fault) -> String

    func run(_ request: Request) throws(Fault) -> ExitStatus {
        try run(request, text: VerbCommands[request.verb].text)
    }

    func run(_ request: Request, text: Text) throws(Fault) -> ExitStatus {
        let answer = try answer(to: request)
        try print(answer, text: text)
        return try VerbCommands[request.verb].failure(in: answer) ?? .done
    }

    func answer(to request: Request) throws(Fault) -> Answer { Answer(bytes: try ask(request), request: request) }

    func print(_ answer: Answer, text: Text) throws(Fault) {
        StandardStreams.write(json ? Rendering.json(answer.bytes) : try text(answer, Rendering(for: .output)))
    }

    /// Where the service manager keeps the socket, the daemon that takes the place of one that stops answers instead.
    private func ask(_ request: Request) throws(Fault) -> ArraySlice<UInt8> {
        var refusal: Fault?
        for _ in 1...Self.maxAttempts {
            do throws(Fault) {
                let client = try ControlClient(socket: SocketPath.candidates(option: socket))
                return try client.ask(request).content()
            } catch {
                if let refusal, error.code == .unreachable { throw refusal }
                guard error.code == .stopping, request.mayBeRepeated else { throw error }
                refusal = error
            }
        }
        throw refusal ?? .hungUp
    }
}

extension Request {
    /// Whether it does no harm to send it to another daemon after one that stopped refused it. An order that waited for
    /// another try may have been carried out.
    fileprivate var mayBeRepeated: Bool {
        switch self {
        case .order(let order):
            switch order.wish {
            case .value, .level(.to): true
            case .level(.by), .toggle: false
            }
        case .list, .show, .model, .scenes, .calendar, .orders, .why, .history, .stats, .discover, .status, .doctor:
            true
        case .group, .watch, .scene, .sceneStop, .run, .record, .script, .plan, .export, .backup, .restore, .knx, .token,
            .claim, .login, .logout, .reload:
            false
        }
    }
}
