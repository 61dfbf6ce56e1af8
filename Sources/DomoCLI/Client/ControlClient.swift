import DomoControl
import DomoLanguage
import DomoModel
import Glibc

/// Sends requests to the daemon one after another, each with a timeout.
struct ControlClient {
    let connection: ControlConnection
    /// The socket that it is connected to.
    let path: String

    /// The time for a reply beyond what the daemon needs for it.
    static let margin = Duration.seconds(5)

    /// True if the daemon has closed the connection and everything it sent was read.
    var isAtEnd: Bool { connection.isAtEnd }

    /// Connects to the first socket that accepts a connection.
    init(socket paths: [String]) throws(Fault) {
        var first: Fault?
        for path in paths {
            do throws(Fault) {
                connection = try ControlConnection(path: path)
                self.path = path
                return
            } catch {
                // Try the next socket only if nobody listens on this one.
                guard error.code == .unreachable else { throw error }
                first = first ?? error
            }
        }
        throw first ?? Fault(.unreachable, "no socket is given")
    }

    /// - Throws: `deadline-passed` if no reply arrived in time; `unreachable` if the daemon closed the connection.
    func ask(_ request: Request) throws(Fault) -> ReplyLine { try ask(CheckedLine(request)) }

    func ask(_ line: CheckedLine) throws(Fault) -> ReplyLine { try ask(line, within: line.request.patience) }

    /// - Parameter noteDelay: called once if there is no reply after `delay`.
    func ask(
        _ line: CheckedLine,
        within patience: Duration,
        after delay: Duration = .seconds(1),
        noteDelay: (() -> Void)? = nil
    ) throws(Fault) -> ReplyLine {
        try connection.write(line.limited().bytes())
        let deadline = ContinuousClock.now.advanced(by: patience)
        if let noteDelay {
            if let reply = try nextLine(until: min(deadline, .now + delay)) { return try ReplyLine(reply) }
            if !connection.isAtEnd { noteDelay() }
        }
        guard let reply = try nextLine(until: deadline) else {
            var fault: Fault = connection.isAtEnd ? .hungUp : .noAnswer(within: patience)
            if line.request.onlyReads { fault.hint = Fault.seeLog }
            throw fault
        }
        return try ReplyLine(reply)
    }

    /// Waits for the next event without a timeout.
    ///
    /// - Returns: nil if nobody reads the output any more.
    func nextEvent() throws(Fault) -> ArraySlice<UInt8>? {
        guard let line = try nextLine(until: nil, whileOpen: STDOUT_FILENO) else {
            if connection.isAtEnd { throw .streamEnded }
            return nil
        }
        return try ReplyLine(line).content()
    }

    /// - Parameter output: a descriptor; waiting ends when its reader is gone.
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
    fileprivate static let seeLog = "see the daemon's log: journalctl -u domod"

    static let hungUp = Fault(
        .unreachable,
        "the daemon closed the connection before it answered",
        hint: "an order may or may not have been carried out; \(seeLog)"
    )

    static let streamEnded = Fault(
        .unreachable,
        "the daemon closed the connection: there will be no more events",
        hint: "it may be stopping; \(seeLog)"
    )

    static func noAnswer(within patience: Duration) -> Fault {
        Fault(
            .deadlinePassed,
            "no reply from the daemon within \(DurationText.write(patience))",
            hint: "an order may or may not have been carried out; \(seeLog)"
        )
    }
}

extension Request {
    /// The maximum time for its reply.
    var patience: Duration { VerbCommands[verb].patience(for: self) }
}
