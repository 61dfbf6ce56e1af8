import DomoControl
import DomoLanguage
import Glibc

/// Runs lines of the language through one connection, without waiting for earlier replies.
struct Batch {
    /// The maximum number of pending requests; input is not read beyond it.
    static let maxUnanswered = 512

    /// A line whose result is not reported yet.
    private struct Entry {
        var line: Int
        var request: Result<Request, Fault>
    }

    private let connection: ControlConnection
    private let input: CInt
    private var report: BatchReport
    private var lines = LineBuffer(limit: ControlConnection.maxLineLength - 1)
    private var lineNumber = 0
    private var inputEnded = false
    private var entries: [Entry] = []
    private var answered = 0
    /// The deadline of the next reply.
    private var deadline: ContinuousClock.Instant?

    init(connection: ControlConnection, input: CInt, report: BatchReport) {
        self.connection = connection
        self.input = input
        self.report = report
    }

    private var unanswered: Int { entries.count - answered }

    /// - Returns: the exit status of the first failed line; nil if none failed.
    mutating func run() throws(Fault) -> ExitStatus? {
        while true {
            try takeAnswers()
            try sendLines()
            try takeAnswers()
            if inputEnded, unanswered == 0 { break }
            if connection.isAtEnd, unanswered > 0 {
                report.flush()
                throw .hungUp
            }
            report.flush()
            guard try wait() else {
                throw .noAnswer(within: patience)
            }
        }
        report.flush()
        return report.firstFailure
    }

    /// Reports the replies received, in the order of the lines.
    private mutating func takeAnswers() throws(Fault) {
        while answered < entries.count {
            let entry = entries[answered]
            switch entry.request {
            case .failure(let fault): report.refused(fault, line: entry.line)
            case .success(let request):
                guard let line = connection.takeLine() else { return }
                try report.answered(ReplyLine(line), to: request, line: entry.line)
            }
            answered += 1
            deadline = nil
            if answered == Self.maxUnanswered {
                entries.removeFirst(answered)
                answered = 0
            }
        }
    }

    private mutating func sendLines() throws(Fault) {
        var bytes: [UInt8] = []
        while unanswered < Self.maxUnanswered, let line = lines.nextLine() ?? (inputEnded ? lines.lastLine() : nil) {
            lineNumber += 1
            let request = Result<Request?, Fault> { () throws(Fault) in
                guard let line = try Self.parse(line) else { return nil }
                bytes += try line.limited().bytes()
                return line.request
            }
            if let request = Self.present(request) { entries.append(Entry(line: lineNumber, request: request)) }
        }
        try connection.write(bytes)
    }

    /// Nil for a blank line or a comment.
    private static func present(_ request: Result<Request?, Fault>) -> Result<Request, Fault>? {
        switch request {
        case .success(let request): request.map { .success($0) }
        case .failure(let fault): .failure(fault)
        }
    }

    private static func parse(_ line: LineBuffer.Line) throws(Fault) -> CheckedLine? {
        guard case .line(let bytes) = line, let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(.badLine, "the line is longer than 64 KiB or not UTF-8")
        }
        guard let request = try RequestParser.parse(text) else { return nil }
        if case .watch = request {
            throw Fault(
                .badRequest,
                "watch can't be used among other lines: it does not end",
                hint: "use \"domo watch\""
            )
        }
        // Files of other systems have it before the line break.
        return CheckedLine(text.hasSuffix("\r") ? String(text.unicodeScalars.dropLast()) : text, request)
    }

    /// The maximum time for the next reply.
    private var patience: Duration {
        guard answered < entries.count, case .success(let request) = entries[answered].request else {
            return .seconds(15)
        }
        return request.patience
    }

    /// Waits for lines, for replies, or until more can be sent.
    ///
    /// - Returns: false if the next reply did not arrive in time.
    private mutating func wait() throws(Fault) -> Bool {
        if unanswered == 0 {
            deadline = nil
        } else if deadline == nil {
            deadline = ContinuousClock.now.advanced(by: patience)
        }
        let reads = !inputEnded && unanswered < Self.maxUnanswered
        let events = POLLIN | (connection.hasPending ? POLLOUT : 0)
        var descriptors = [
            // A closed connection would always be ready.
            pollfd(fd: connection.isAtEnd ? -1 : connection.descriptor, events: Int16(events), revents: 0),
            pollfd(fd: reads ? input : -1, events: Int16(POLLIN), revents: 0),
        ]
        guard Readiness.wait(for: &descriptors, until: deadline) else { return false }
        try connection.writePending()
        try connection.readAvailable()
        if descriptors[1].revents != 0 { try readInput() }
        return true
    }

    private mutating func readInput() throws(Fault) {
        let (count, error) = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
            let count = read(input, buffer.baseAddress!, buffer.count)
            if count > 0 { lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return (count, errno)
        }
        if count == 0 { inputEnded = true }
        guard count >= 0 || error == EINTR || error == EAGAIN else {
            throw Fault(.noSuchFile, "standard input: \(String(cString: strerror(error)))")
        }
    }
}
