import DomoLanguage
import DomoModel
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

    func run(_ line: CheckedLine) throws(Fault) -> ExitStatus {
        try run(line, text: VerbCommands[line.request.verb].text)
    }

    func run(_ line: CheckedLine, text: Text) throws(Fault) -> ExitStatus {
        let answer = try answer(to: line)
        try print(answer, text: text)
        return try VerbCommands[line.request.verb].failure(in: answer) ?? .done
    }

    func answer(to line: CheckedLine) throws(Fault) -> Answer { Answer(bytes: try ask(line), request: line.request) }

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

    /// Retries if the daemon is stopping: with socket activation, its successor answers. Whatever only reads is sent
    /// again too if the daemon ended before it answered.
    private func ask(_ line: CheckedLine) throws(Fault) -> ArraySlice<UInt8> {
        let request = line.request
        var failure: Fault?
        for _ in 1...Self.maxAttempts {
            let client: ControlClient
            do throws(Fault) {
                client = try ControlClient(socket: SocketPath.candidates(option: socket))
            } catch {
                throw failure ?? error
            }
            let reply: ReplyLine
            do throws(Fault) {
                reply = try client.ask(line, within: request.patience, noteDelay: delayNote(for: request))
            } catch {
                // Once: a daemon that such a request ends is not ended again and again.
                guard error.code == .unreachable, request.onlyReads, failure == nil else { throw error }
                failure = error
                continue
            }
            do throws(Fault) {
                return try reply.content()
            } catch {
                guard error.code == .stopping, request.mayBeRepeated else { throw error }
                failure = error
            }
        }
        throw failure ?? .hungUp
    }
}

extension Request {
    /// Whether it is safe to send it again after a stopping daemon refused it. An order that waited for another try may
    /// have been carried out.
    fileprivate var mayBeRepeated: Bool {
        guard case .order(let order) = self else { return onlyReads }
        return switch order.wish {
        case .value(let word, as: _): ![Dimming.up, .down].map(\.word).contains(word)
        case .level(.to), .level(.dimming(.stop)): true
        case .level(.by), .level(.dimming), .toggle: false
        }
    }
}
