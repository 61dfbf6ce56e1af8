import DomoLanguage
import Glibc

/// Asks the daemon, one request after the other, and never waits for ever.
struct ControlClient {
    let connection: ControlConnection
    /// The socket at which somebody answered.
    let path: String

    /// What an answer may take beyond what the daemon needs for it.
    static let margin = Duration.seconds(5)

    /// True where the daemon has closed the connection, and all that it sent was read.
    var isAtEnd: Bool { connection.isAtEnd }

    /// Connects to the first of the sockets at which somebody answers.
    init(socket paths: [String]) throws(Fault) {
        var first: Fault?
        for path in paths {
            do throws(Fault) {
                connection = try ControlConnection(path: path)
                self.path = path
                return
            } catch {
                // Only where there is nobody is it worth asking elsewhere.
                guard error.code == .unreachable else { throw error }
                first = first ?? error
            }
        }
        throw first ?? Fault(.unreachable, "no socket is named")
    }

    /// - Throws: `deadline-passed` when no answer came in time; `unreachable` when the daemon hung up instead.
    func ask(_ request: Request) throws(Fault) -> ReplyLine {
        try ask(request, within: request.patience)
    }

    func ask(_ request: Request, within patience: Duration) throws(Fault) -> ReplyLine {
        try connection.write(request.bytes())
        let deadline = ContinuousClock.now.advanced(by: patience)
        guard let line = try nextLine(until: deadline) else {
            throw connection.isAtEnd ? .hungUp : .noAnswer(within: patience)
        }
        return try ReplyLine(line)
    }

    /// Waits for the next event for as long as it takes.
    /// - Returns: nil when nobody reads what is printed any more.
    func nextEvent() throws(Fault) -> ArraySlice<UInt8>? {
        guard let line = try nextLine(until: nil, whileOpen: STDOUT_FILENO) else {
            if connection.isAtEnd { throw .streamEnded }
            return nil
        }
        return try ReplyLine(line).content()
    }

    /// - Parameter output: a descriptor; waiting ends when it can't be written to any more.
    private func nextLine(
        until deadline: ContinuousClock.Instant?,
        whileOpen output: CInt = -1
    ) throws(Fault) -> [UInt8]? {
        while true {
            if let line = connection.takeLine() { return line }
            if connection.isAtEnd { return nil }
            let events = POLLIN | (connection.hasPending ? POLLOUT : 0)
            var descriptors = [
                pollfd(fd: connection.descriptor, events: Int16(events), revents: 0),
                pollfd(fd: output, events: 0, revents: 0),
            ]
            guard Readiness.wait(for: &descriptors, until: deadline) else { return nil }
            try connection.writePending()
            try connection.readAvailable()
            if descriptors[1].revents != 0 { return nil }
        }
    }
}

extension Fault {
    static let hungUp = Fault(
        .unreachable,
        "the daemon closed the connection before it answered",
        hint: "whether an order was carried out is not known; the daemon's log says more: journalctl -u domod"
    )

    static let streamEnded = Fault(
        .unreachable,
        "the daemon closed the connection: no more events will come",
        hint: "it may be stopping; its log says more: journalctl -u domod"
    )

    static func noAnswer(within patience: Duration) -> Fault {
        Fault(
            .deadlinePassed,
            "the daemon gave no answer within \(DurationText.write(patience))",
            hint: "whether the order was carried out is not known; see what keeps the daemon: journalctl -u domod"
        )
    }
}

extension Request {
    /// How long its answer may take before the daemon is thought to hang.
    var patience: Duration { VerbCommands[verb].patience(for: self) }

    /// The request as it is sent.
    /// - Throws: `bad-line` where it can't be one line.
    func bytes() throws(Fault) -> [UInt8] {
        let bytes = Array(line.utf8)
        guard !bytes.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }) else {
            throw Fault(.badLine, "a name or value holds a line break", hint: "names and values are of one line")
        }
        guard bytes.count < ControlConnection.maxLineLength else {
            throw Fault(.badLine, "the request has \(bytes.count) bytes", hint: "a request has at most 64 KiB")
        }
        return bytes + [UInt8(ascii: "\n")]
    }
}
