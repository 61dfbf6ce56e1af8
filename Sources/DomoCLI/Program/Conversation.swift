import DomoLanguage
import Glibc

/// Sends one request, and prints the reply.
struct Conversation {
    /// The value of `--socket`.
    var socket: String?
    var json: Bool

    /// The maximum number of tries while daemons are stopping.
    private static let maxAttempts = 3

    /// Formats the answer for people.
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

    /// Reports to somebody at a terminal that the command hangs on an order. Nil for other requests.
    private func delayNote(for request: Request) -> (() -> Void)? {
        guard case .order = request, !json, isatty(STDERR_FILENO) == 1 else { return nil }
        return {
            StandardStreams.writeError("domo: no result yet; Ctrl-C stops only the waiting, not the order\n")
        }
    }

    /// Retries if the daemon is stopping: with socket activation, its successor answers.
    private func ask(_ request: Request) throws(Fault) -> ArraySlice<UInt8> {
        var refusal: Fault?
        for _ in 1...Self.maxAttempts {
            do throws(Fault) {
                let client = try ControlClient(socket: SocketPath.candidates(option: socket))
                return try client.ask(request, within: request.patience, noteDelay: delayNote(for: request)).content()
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
    /// Whether it is safe to send it again after a stopping daemon refused it. An order that waited for another try may
    /// have been carried out.
    fileprivate var mayBeRepeated: Bool {
        switch self {
        case .order(let order):
            switch order.wish {
            case .value, .level(.to): true
            case .level(.by), .toggle: false
            }
        case .list, .show, .model, .scenes, .calendar, .orders, .why, .history, .stats, .discover, .status, .doctor:
            true
        case .group, .watch, .scene, .sceneStop, .run, .record, .script, .plan, .export, .backup, .restore, .knx,
            .token, .claim, .login, .logout, .reload:
            false
        }
    }
}
