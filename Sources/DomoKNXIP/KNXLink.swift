public import DomoEngine
public import DomoKNX
public import DomoKNXBus
public import DomoLanguage
public import DomoModel
public import NIOCore

/// The port of a KNX link: its state machine with sockets and timers, on one event loop.
public final class KNXLink: LinkPort {
    private let eventLoop: any EventLoop
    private let core: NIOLoopBoundBox<Core>

    /// - `device`: The name of the network interface for routing; nil for that of the route.
    /// - `eventLoop`: The event loop of the link; calls made on it take effect immediately.
    /// - `isClockSynchronized`: Whether a time service keeps the machine's clock right.
    /// - `log`: Receives all telegrams on the bus.
    /// - `recognised`: Reports the interface that the link connected to, so that it can be found again after a restart.
    /// - `note`: Receives messages for the log of the daemon; warnings when the administrator has to act.
    public init(
        _ address: InterfaceAddress,
        device: String?,
        connection: any BusConnection,
        profile: KNXLinkProfile,
        on eventLoop: any EventLoop,
        clock: @escaping @Sendable () -> Instant,
        isClockSynchronized: @escaping @Sendable () -> Bool = { false },
        log: any TelegramLog = NoTelegramLog(),
        recognised: @escaping @Sendable (InterfaceIdentity) -> Void = { _ in },
        note: @escaping @Sendable (_ text: String, _ isWarning: Bool) -> Void
    ) {
        self.eventLoop = eventLoop
        core = NIOLoopBoundBox.makeBoxSendingValue(
            Core(
                address,
                device,
                KNXLinkMachine(connection, profile),
                on: eventLoop,
                clock: clock,
                isClockSynchronized: isClockSynchronized,
                log: log,
                recognised: recognised,
                note: note
            ),
            eventLoop: eventLoop
        )
    }

    private func run(_ body: @escaping @Sendable (Core) -> Void) {
        let core = core
        if eventLoop.inEventLoop { body(core.value) } else { eventLoop.execute { body(core.value) } }
    }

    // MARK: - LinkPort

    public func start(_ report: @escaping @Sendable (LinkReport) -> Void) {
        run { core in
            core.report = report
            core.handle(.start)
        }
    }

    public func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        run { core in
            core.outcomes[dispatch.id] = report
            core.handle(.send(dispatch))
        }
    }

    public func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        run { core in
            core.answers[query.id] = report
            core.handle(.read(query))
        }
    }

    public func cancel(_ id: Dispatch.ID) { run { $0.handle(.cancel(id)) } }

    public func expose(_ subject: Exposed, _ value: Value?) { run { $0.handle(.expose(subject, value)) } }

    public func perform(_ command: LinkCommand, report: @escaping @Sendable (Result<LinkAnswer, Fault>) -> Void) {
        run { core in
            core.lastCommand += 1
            core.commands[core.lastCommand] = report
            core.handle(.perform(command, id: core.lastCommand))
        }
    }

    public func use(_ profile: any LinkProfile) {
        guard let profile = profile as? KNXLinkProfile else { return }
        run { $0.handle(.use(profile)) }
    }

    /// Disconnects; telegrams that the bus has not confirmed are reported as lost.
    public func stop(_ stopped: @escaping @Sendable () -> Void) {
        run { core in
            core.stopped = stopped
            core.handle(.stop)
        }
    }
}

/// The state that belongs to the event loop.
private final class Core {
    private var machine: KNXLinkMachine
    private let eventLoop: any EventLoop
    private let clock: @Sendable () -> Instant
    private let isClockSynchronized: @Sendable () -> Bool
    private let log: any TelegramLog
    private let recognised: @Sendable (InterfaceIdentity) -> Void
    private let note: @Sendable (String, Bool) -> Void
    private var isSearching = false
    private lazy var socket = makeSocket()
    private let address: InterfaceAddress
    private let device: String?
    private var wake: Scheduled<Void>?
    /// When the event loop wakes the machine; nil if no timer is set.
    private var wakesAt: Instant?
    private var inputs: [KNXLinkMachine.Input] = []
    private var isHandling = false
    /// Telegrams that the log gets at the end of this turn of the event loop.
    private var unlogged: [LoggedTelegram] = []

    var report: @Sendable (LinkReport) -> Void = { _ in }
    var outcomes: [Dispatch.ID: @Sendable (Outcome) -> Void] = [:]
    var answers: [Dispatch.ID: @Sendable (Answer) -> Void] = [:]
    var commands: [UInt64: @Sendable (Result<LinkAnswer, Fault>) -> Void] = [:]
    var lastCommand: UInt64 = 0
    var stopped: (@Sendable () -> Void)?

    init(
        _ address: InterfaceAddress,
        _ device: String?,
        _ machine: KNXLinkMachine,
        on eventLoop: any EventLoop,
        clock: @escaping @Sendable () -> Instant,
        isClockSynchronized: @escaping @Sendable () -> Bool,
        log: any TelegramLog,
        recognised: @escaping @Sendable (InterfaceIdentity) -> Void,
        note: @escaping @Sendable (String, Bool) -> Void
    ) {
        self.address = address
        self.device = device
        self.machine = machine
        self.eventLoop = eventLoop
        self.clock = clock
        self.isClockSynchronized = isClockSynchronized
        self.log = log
        self.recognised = recognised
        self.note = note
    }

    private func makeSocket() -> BusSocket {
        BusSocket(address, device: device, on: eventLoop) { [weak self] input in self?.handle(.connection(input)) }
    }

    /// Processes an input. Reports may cause further inputs, which are queued until this one is complete.
    func handle(_ input: KNXLinkMachine.Input) {
        switch input {
        // Before the time is sent.
        case .start, .wake: inputs.append(.clock(isSynchronized: isClockSynchronized()))
        case .stop, .connection, .send, .read, .cancel, .expose, .clock, .use, .perform, .logRead: break
        }
        inputs.append(input)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !inputs.isEmpty {
            for action in machine.handle(inputs.removeFirst(), at: clock()) { carryOut(action) }
        }
        // After what the reports have put on the event loop.
        if !unlogged.isEmpty { eventLoop.assumeIsolated().execute { self.logTelegrams() } }
    }

    private func logTelegrams() {
        for telegram in unlogged { log.append(telegram) }
        unlogged.removeAll(keepingCapacity: true)
    }

    private func carryOut(_ action: KNXLinkMachine.Action) {
        switch action {
        case .link(let action): carryOut(action)
        case .open: socket.open()
        case .close: socket.close()
        case .transmit(let bytes, let address): socket.transmit(bytes, to: address)
        case .restrict(let senders): socket.restrict(to: senders)
        case .recognised(let identity): recognised(identity)
        case .search: search()
        case .redirect(let address): socket.redirection = address
        case .wake(let moment): schedule(moment)
        case .stopped:
            socket.close()
            schedule(nil)
            logTelegrams()
            log.close { [stopped] in stopped?() }
            stopped = nil
        }
    }

    private func carryOut(_ action: KNXLinkAction) {
        switch action {
        case .outcome(let id, let outcome): outcomes.removeValue(forKey: id)?(outcome)
        case .answer(let id, let answer): answers.removeValue(forKey: id)?(answer)
        case .report(let report): self.report(report)
        case .performed(let id, let result): commands.removeValue(forKey: id)?(result)
        case .note(let text): note(text, false)
        case .warning(let text): note(text, true)
        case .log(let telegram): unlogged.append(telegram)
        case .readLog(let question, let id): readLog(question, for: id)
        }
    }

    private func readLog(_ question: TelegramLogQuestion, for command: UInt64) {
        logTelegrams()
        let box = NIOLoopBound(self, eventLoop: eventLoop)
        log.read(question) { [eventLoop] result in
            eventLoop.execute { box.value.handle(.logRead(result, command: command)) }
        }
    }

    /// Searches for interfaces, except at the address that has already failed.
    private func search() {
        guard !isSearching else { return }
        isSearching = true
        InterfaceSearch.found(within: InterfaceQuery.defaultTimeout, on: eventLoop) { [weak self] found in
            guard let self else { return }
            isSearching = false
            let tried = socket.target
            handle(.connection(.found(found.filter { $0.control?.address != tried })))
        }
    }

    /// Sets the timer. A request for a later time, which comes with nearly every telegram, keeps the earlier timer: the
    /// machine may be woken early and then repeats its request.
    private func schedule(_ moment: Instant?) {
        guard let moment else {
            wake?.cancel()
            wakesAt = nil
            return
        }
        if let wakesAt, wakesAt.uptime <= moment.uptime { return }
        wake?.cancel()
        wakesAt = moment
        let delay = max(.zero, moment - clock())
        wake = eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(delay.nanoseconds)) {
            self.wakesAt = nil
            self.handle(.wake)
        }
    }
}
