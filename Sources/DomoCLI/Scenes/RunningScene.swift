import DomoLanguage
import Glibc

/// Starts a scene and waits for its end: tells of each step as it ends, and stops the scene where the user asks for it.
struct RunningScene {
    /// How long a scene that is stopped may take to end.
    static let patience = Duration.seconds(5)
    /// How long it takes until a scene that had not begun yet when it was to be stopped is stopped once more.
    private static let again = Duration.milliseconds(250)

    private struct Stop {
        var connection: ControlConnection
        var deadline: ContinuousClock.Instant
        /// When to ask once more.
        var next: ContinuousClock.Instant?
    }

    private let client: ControlClient
    private let name: String
    private let tag: String?
    /// A connection that watches; nil where there is none, or none any more.
    private var events: ControlConnection?
    private let interruption: Interruption
    private let patience: Duration
    private let tell: (Event) -> Void
    private let stopping: () -> Void

    private(set) var told: ToldSteps
    /// What the user ended it with.
    private(set) var signal: Interruption.Signal?
    private var stop: Stop?

    /// - Parameters:
    ///   - name: of the scene, as it is asked for.
    ///   - tag: by which its run is known from others of the scene; nil where it has none.
    ///   - events: a connection on which a `watch` was answered.
    ///   - stopping: called when the user wants it stopped.
    ///   - tell: gets every event of this run that is worth telling.
    init(
        client: ControlClient,
        name: String,
        tag: String?,
        events: ControlConnection?,
        interruption: Interruption,
        patience: Duration = Self.patience,
        stopping: @escaping () -> Void = {},
        tell: @escaping (Event) -> Void
    ) {
        self.client = client
        self.name = name
        self.tag = tag
        self.events = events
        self.interruption = interruption
        self.patience = patience
        self.tell = tell
        self.stopping = stopping
        told = ToldSteps(scene: name, tag: tag)
    }

    /// - Throws: also where the user gave up before the daemon answered.
    mutating func run(_ request: Request) throws(Fault) -> ReplyLine {
        let connection = client.connection
        try connection.write(request.bytes())
        while true {
            tellEvents()
            if let line = connection.takeLine() { return try ReplyLine(line) }
            if connection.isAtEnd { throw .hungUp }
            if let stop, ContinuousClock.now >= stop.deadline {
                throw stillRunning("\(name) did not stop within \(DurationText.write(patience))")
            }
            wait()
            if let signal = interruption.take() { try interrupt(signal) }
            try connection.writePending()
            try connection.readAvailable()
            try goOnStopping()
        }
    }

    /// Progress is a courtesy: where it can't be told any more, the report at the end tells all.
    private mutating func tellEvents() {
        guard let events else { return }
        do throws(Fault) {
            try events.readAvailable()
            while let line = events.takeLine() {
                let event = try ReplyLine.decode(Event.self, from: ReplyLine(line).content())
                if told.take(event) { tell(event) }
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
        guard self.signal == nil else { throw stillRunning("\(name) was not waited for") }
        self.signal = signal
        stopping()
        stop = Stop(
            connection: try ControlConnection(path: client.path),
            deadline: ContinuousClock.now.advanced(by: patience)
        )
        try askToStop()
    }

    private func askToStop() throws(Fault) {
        try stop?.connection.write(Request.sceneStop(name: name, tag: tag).bytes())
    }

    /// The order to stop may overtake the one to start, and is then repeated.
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
            // A connection that is at its end would be ready for ever; the other one is waited for.
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
