import DomoBridge
import DomoControl
import DomoLanguage

/// A connection to domod, with what its replies answer.
final class DaemonSide {
    enum Line {
        case event(Event)
        /// To `login`.
        case session(SessionView)
        case reply([UInt8], Question)
    }

    private let connection: ControlConnection
    private var questions: [Question] = []
    /// Whether the reply to `login` is awaited.
    private var isLoggingIn = false
    /// Until then nothing is asked: if the token is refused, it would be asked with the rights of the system's user.
    private var heldBack: [UInt8] = []

    var descriptor: CInt { connection.descriptor }
    var wantsToWrite: Bool { connection.hasPending }
    var isIdle: Bool { questions.isEmpty && !isLoggingIn }
    /// What was asked and not answered.
    var awaited: [Question] { questions }

    init(path: String, token: Secret?) throws(Fault) {
        connection = try ControlConnection(path: path)
        guard let token else { return }
        isLoggingIn = true
        try connection.write("\(Request.login(token: token.value).line)\n".utf8)
    }

    func ask(_ request: Request, _ question: Question) throws(Fault) {
        questions.append(question)
        // Commands have the time until which they are wanted already.
        let line = "\(request.limited(at: BridgeLoop.moment().time).line)\n".utf8
        if isLoggingIn { heldBack += line } else { try connection.write(line) }
    }

    func write() throws(Fault) { try connection.writePending() }

    /// Reads what has arrived.
    ///
    /// - Throws: why the connection has ended.
    func read() throws(Fault) -> [Line] {
        try connection.readAvailable()
        var lines: [Line] = []
        while let line = connection.takeLine() {
            if DaemonReply.isEvent(line) {
                if let event = DaemonReply.event(line) { lines.append(.event(event)) }
            } else if isLoggingIn {
                lines.append(.session(try DaemonReply.decode(line, as: SessionView.self)))
                isLoggingIn = false
                try connection.write(heldBack)
                heldBack = []
            } else {
                guard !questions.isEmpty else { throw Fault(.unreachable, "domod sent an unexpected reply") }
                lines.append(.reply(line, questions.removeFirst()))
            }
        }
        // Its last lines are used before its end is reported.
        if connection.isAtEnd, lines.isEmpty { throw Fault(.unreachable, "domod closed the connection") }
        return lines
    }
}
