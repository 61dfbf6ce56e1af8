import DomoControl
import DomoLanguage
import DomoModel
import Glibc

/// Starts a scene and waits for its end. Reports each step as it ends, and stops the scene when the user interrupts.
struct RunningScene {
    /// How long a scene may take to stop.
    static let patience = Duration.seconds(5)
    /// The pause before stopping again a scene that had not started when it was to be stopped.
    private static let again = Duration.milliseconds(250)

    private struct Stop {
        var connection: ControlConnection
        var deadline: ContinuousClock.Instant
        /// When to send the request again.
        var next: ContinuousClock.Instant?
    }

    private let client: ControlClient
    private let name: String
    private let tag: String?
    /// A connection that watches events; nil if there is none.
    private var events: ControlConnection?
    private let interruption: Interruption
    private let patience: Duration
    private let report: (Event) -> Void
    private let stopping: () -> Void

    private(set) var reported: ReportedSteps
    /// The signal with which the user stopped it.
    private(set) var signal: Interruption.Signal?
    private var stop: Stop?

    /// - Parameters:
    ///   - name: the name of the scene in the request.
    ///   - tag: identifies this run among others of the scene; nil if it has none.
    ///   - events: a connection on which `watch` was sent.
    ///   - stopping: called when the user interrupts.
    ///   - report: called with every event of this run to be reported.
    init(
        client: ControlClient,
        name: String,
        tag: String?,
        events: ControlConnection?,
        interruption: Interruption,
        patience: Duration = Self.patience,
        stopping: @escaping () -> Void = {},
        report: @escaping (Event) -> Void
    ) {
        self.client = client
        self.name = name
        self.tag = tag
        self.events = events
        self.interruption = interruption
        self.patience = patience
        self.report = report
        self.stopping = stopping
        reported = ReportedSteps(scene: name, tag: tag)
    }

    /// - Throws: also if the user stopped waiting before the daemon replied.
    mutating func run(_ line: CheckedLine) throws(Fault) -> ReplyLine {
        let connection = client.connection
        try connection.write(line.limited().bytes())
        while true {
            reportEvents()
            if let reply = connection.takeLine() { return try ReplyLine(reply) }
            if connection.isAtEnd { throw .hungUp }
            if let stop, ContinuousClock.now >= stop.deadline {
                throw stillRunning("\(name) did not stop within \(DurationText.write(patience))")
            }
            wait()
            if let signal = interruption.nextSignal() { try interrupt(signal) }
            try connection.writePending()
            try connection.readAvailable()
            try goOnStopping()
        }
    }

    /// Reports progress. If that fails, the report at the end has everything.
    private mutating func reportEvents() {
        guard let events else { return }
        do throws(Fault) {
            try events.readAvailable()
            while let line = events.takeLine() {
                let event = try ReplyLine.decode(Event.self, from: ReplyLine(line).content())
                if reported.handle(event) { report(event) }
            }
            if events.isAtEnd { self.events = nil }
        } catch {
            self.events = nil
        }
    }

    private func wait() {
        let connection = client.connection
        let events = POLLIN | (connection.hasPending ? POLLOUT : 0)
        var descriptors = [
            pollfd(fd: connection.descriptor, events: Int16(events), revents: 0),
            pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: self.events?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop?.next == nil ? stop?.connection.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
        ]
        let next = stop.map { min($0.deadline, $0.next ?? $0.deadline) }
        _ = Readiness.wait(for: &descriptors, until: next)
    }

    // MARK: Stopping

    private mutating func interrupt(_ signal: Interruption.Signal) throws(Fault) {
        guard self.signal == nil else { throw stillRunning("stopped waiting for \(name)") }
        self.signal = signal
        stopping()
        stop = Stop(
            connection: try ControlConnection(path: client.path),
            deadline: ContinuousClock.now.advanced(by: patience)
        )
        try askToStop()
    }

    private func askToStop() throws(Fault) {
        try stop?.connection.write(CheckedLine(.sceneStop(name: name, tag: tag)).limited().bytes())
    }

    /// The request to stop may arrive before the one to start, and is then repeated.
    private mutating func goOnStopping() throws(Fault) {
        guard let stop else { return }
        if let next = stop.next {
            if next <= ContinuousClock.now {
                self.stop?.next = nil
                try askToStop()
            }
        } else {
            try stop.connection.writePending()
            try stop.connection.readAvailable()
            if let line = stop.connection.takeLine(), try hasStoppedNothing(ReplyLine(line)) {
                self.stop?.next = ContinuousClock.now.advanced(by: Self.again)
            }
            // A closed connection would always be ready, so wait for the other one.
            if stop.connection.isAtEnd { self.stop?.next = stop.deadline }
        }
    }

    private func hasStoppedNothing(_ answer: ReplyLine) throws(Fault) -> Bool {
        guard answer.kind != .error else { return true }
        return try ReplyLine.decode(SceneReport.self, from: answer.content()).outcome == .skipped
    }

    private func stillRunning(_ message: String) -> Fault {
        Fault(
            .deadlinePassed,
            message,
            hint: "it may still be running: domo scenes, domo scene stop \(Words.quoted(name))"
        )
    }
}
