import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Logging
import NIOCore

/// The shell around the engine: passes it one input at a time and carries out the resulting effects. It runs on the
/// event loop of the control socket, so that a request is read, decided and answered without a change of thread.
actor HouseRuntime {
    nonisolated let eventLoop: any EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }

    /// The maximum delay of the engine's wake-up, in nanoseconds. It limits the delay after a suspend.
    private static let maxSleep: Int64 = 1_000_000_000
    /// The pause after the slices of all accounts, without `readFirst`.
    private static let pauseToRead = TimeAmount.milliseconds(1)

    /// The reusable writer for replies.
    var json = JSONWriter(capacity: 4096)
    private(set) var ready = ReadyReplies()
    private(set) var engine: Engine
    let log: Logger
    let requestLoad: @Sendable (RequestID?) -> Void
    /// Nil if no interface can be searched for.
    let discovery: (any InterfaceDiscovery)?
    private let mailbox: Mailbox
    let longWork: LongWork

    // Each part decides; the effects are carried out here.
    var requests = PendingRequests()
    private(set) var persistence: Persistence
    private var links = LinkPorts()
    private var longAnswers = LongAnswers()
    private var turn = Turn()
    var turns = ClientTurns()
    var readFirst: ReadFirst?
    /// Answers that are computed, and answers from the history.
    var computing = AnswerJobs(limit: 1)
    var recalling = AnswerJobs(limit: 2)
    /// Nil if each runtime numbers orders from 1.
    var numbers: NumberReservation?
    var clients: ClientList
    var tokens: StoredTokens
    var hooks: StoredHooks
    var files: RuntimeFiles
    var virtuals: VirtualWrites
    var pulses: PulseWrites
    var notices: NoticeWrites
    let noticeCodes: NoticeCodes
    /// The connection that messages to people go to.
    var notifier: (any Client)?

    private var spareEffects: [Effect] = []
    private var wake: Scheduled<Void>?
    private(set) var isStopping = false
    private var awaited: (holds: (isolated HouseRuntime) -> Bool, continuation: CheckedContinuation<Void, Never>)?

    /// - Parameters:
    ///   - diskPatience: the maximum time that a reply waits for the disk.
    ///   - numbers: reserves order numbers.
    ///   - requestLoad: requests a load; its result comes with `loaded`.
    init(
        eventLoop: any EventLoop,
        seed: UInt64,
        log: Logger,
        memory: (any HouseMemory)? = nil,
        diskPatience: TimeAmount = TimeAmount(StopBudget.replies),
        quota: ClientQuota = ClientQuota(),
        numbers: NumberReservation? = nil,
        tokens: StoredTokens = StoredTokens(),
        hooks: StoredHooks = StoredHooks(),
        files: RuntimeFiles = RuntimeFiles(),
        virtuals: VirtualFile? = nil,
        pulses: PulseFile? = nil,
        notices: NoticeFile? = nil,
        noticeCodes: NoticeCodes = NoticeCodes(key: []),
        discovery: (any InterfaceDiscovery)? = nil,
        requestLoad: @escaping @Sendable (RequestID?) -> Void
    ) {
        self.eventLoop = eventLoop
        self.log = log
        self.discovery = discovery
        persistence = Persistence(memory, patience: diskPatience)
        clients = ClientList(quota)
        self.numbers = numbers
        self.tokens = tokens
        self.hooks = hooks
        self.files = files
        self.virtuals = VirtualWrites(virtuals)
        self.pulses = PulseWrites(pulses)
        self.notices = NoticeWrites(notices)
        self.noticeCodes = noticeCodes
        self.requestLoad = requestLoad
        longWork = LongWork(log: log) { delay, work in eventLoop.scheduleTask(in: TimeAmount(delay), work) }
        engine = Engine(seed: seed, at: .now())
        mailbox = Mailbox(eventLoop: eventLoop)
    }

    // MARK: Clients

    func request(_ request: Request, from client: any Client, number: Int) {
        if case .knock(let knock) = request { return take(knock, from: client, number: number) }
        if takeSession(request, from: client, number: number) { return }
        if let fault = refusal(ofCodeIn: request) { return client.answer(number, .fault(fault), in: self) }
        decide(from: client, number: number) { .request(request, id: $0, principal: client.principal) }
    }

    /// Answers a request that changes nothing, and keeps the reply for those who repeat it.
    ///
    /// - Returns: the reply as a line of JSON; nil for any other request, and for one that is refused.
    func answerAtOnce(_ request: Request, line: String, by principal: Principal) -> ByteBuffer? {
        let identities = persistence.memory?.identityRevision ?? 0
        guard let answer = engine.answerAtOnce(request, by: principal, at: .now()) else { return nil }
        json.reset()
        completed(answer.reply).write(to: &json)
        json.newline()
        let reply = ByteBuffer(bytes: json.bytes)
        switch answer.lifetime {
        case .once: break
        case .untilInput: ready.keep(reply, for: Array(line.utf8), identities, until: nil)
        case .until(let end): ready.keep(reply, for: Array(line.utf8), identities, until: end)
        }
        return reply
    }

    /// The reply to a line that somebody who sees everything may get again.
    func readyReply(to line: UnsafeRawBufferPointer) -> ByteBuffer? {
        ready.reply(to: line, persistence.memory?.identityRevision ?? 0, at: .now())
    }

    func turnTouched(_ client: any Client) { turn.note(client) }

    /// Sends what was written in this turn. A flush may cause more output, so it repeats until nothing is left.
    func endTurn() {
        flush()
        while let client = turn.nextClient() { client.turnEnds() }
        waitForDisk()
    }

    /// Handles the lines of clients when all pending input has been read, and ends the turn: answers that are sent
    /// together wake each client only once.
    func endTurnSoon() {
        guard turn.schedule() else { return }
        eventLoop.execute { self.assumeIsolated { $0.takeTurnsAndEnd() } }
    }

    private func takeTurnsAndEnd() {
        turn.beginEnd()
        takeTurns()
        endTurn()
        // Not `execute`: the event loop reads only when it has nothing else to do.
        guard !turns.isEmpty, readFirst?.request() != true else { return }
        eventLoop.scheduleTask(in: Self.pauseToRead) { self.assumeIsolated { $0.endTurnSoon() } }
    }

    // MARK: Inputs

    func handle(_ input: Input) {
        ready.noteChange()
        var effects = spareEffects
        spareEffects = []
        engine.handle(input, at: .now(), into: &effects)
        for effect in effects { carryOut(effect) }
        effects.removeAll(keepingCapacity: true)
        spareEffects = effects
        reserveNumbers()
        checkWait()
    }

    private func takeLetters() {
        let letters = mailbox.takeAll()
        for letter in letters {
            switch letter {
            case .outcome(let id, let outcome): handle(.outcome(id, outcome))
            case .answer(let id, .states(let states)) where states.count > LongAnswers.chunk:
                if longAnswers.append(id, states) { takeLongAnswers() }
            case .answer(let id, let answer): handle(.answer(id, answer))
            case .report(let id, let report): handle(Input(report, from: id))
            case .stopped(let id):
                if let next = links.hasStopped(id, startsNext: !isStopping) { start(next.id, next.port) }
                checkWait()
            case .stored(let number, let isStored): release(upTo: number, isStored: isStored)
            case .answered(let id, let reply): answered(id, reply)
            case .performed(let id, let reply): answer(id, reply)
            case .reserved(upTo: let number, let problem): reserved(upTo: number, problem: problem)
            case .dropped(let name): drop(name)
            case .droppedHook(let name): dropHook(name)
            case .deliveriesKept: deliveriesKept()
            case .changed(let id, let scene): changed(scene, for: id)
            case .kept(let problem): kept(problem: problem)
            case .pulsesKept(let number, let problem): pulsesKept(number, problem: problem)
            case .noticesKept(let problem): noticesKept(problem: problem)
            case .placed(let id, let moves, let positions): placed(moves, positions, for: id)
            case .renamed(let report): renamed(report)
            case .restored(let id):
                keep(.file, by: principal(of: id)?.cause, subject: "the history", message: "replaced by a backup")
                requestLoad(nil)
            }
        }
        mailbox.recycle(letters)
        endTurn()
    }

    /// Handles the states of thousands of elements in pieces.
    private func takeLongAnswers() {
        guard let (id, states, isLast) = longAnswers.nextPiece() else { return }
        handle(.answer(id, .states(states), isLast: isLast))
        guard !longAnswers.isEmpty else { return }
        eventLoop.execute {
            self.assumeIsolated { runtime in
                runtime.takeLongAnswers()
                runtime.endTurn()
            }
        }
    }

    nonisolated func put(_ letter: Letter) { mailbox.put(letter) { self.assumeIsolated { $0.takeLetters() } } }

    private func takeWake() {
        wake = nil
        handle(.wake)
        endTurn()
    }

    // MARK: Effects

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .start(let id, let port): if links.start(id, port) { start(id, port) }
        case .stop(let id, let port): if links.stop(id) { port.stop { self.put(.stopped(id)) } }
        case .use(let profile, via: let port): port.use(profile)
        case .send(let dispatch, via: let port):
            turn.note(port)
            port.send(dispatch) { outcome in self.put(.outcome(dispatch.id, outcome)) }
        case .read(let query, via: let port):
            turn.note(port)
            port.read(query) { answer in self.put(.answer(query.id, answer)) }
        case .cancel(let id, via: let port): port.cancel(id)
        case .expose(let subject, let value, via: let port): port.expose(subject, value)
        case .command(let id, let command, via: let port): perform(command, for: id, via: port)
        case .discover(let id, let query): discover(query, for: id)
        case .token(let id, let change): carryOut(change, for: id)
        case .hook(let id, let change): carryOut(change, for: id)
        case .knocked(let id, let what): knocked(id, what)
        case .push(let id, let request): carryOut(request, for: id)
        case .file(let id, let task): perform(task, for: id)
        case .reply(let id, let reply): answer(id, reply)
        case .replyStored(let id, let reply): if !hooks.held.hold(reply, to: id) { answerStored(id, reply) }
        case .work(let id, let answer): work(on: answer, for: id)
        case .keep(let table): virtuals.note(table)
        case .keepPulses(let open, let number): keep(open, number: number)
        case .keepNotices(let table): notices.note(table)
        case .deliver(let event): deliver(event)
        case .attach(let id): attach(id)
        case .persist(let record):
            persistence.append(record)
            show(record)
        case .recall(let id, let recall, let otherwise): self.recall(recall, for: id, otherwise: otherwise)
        case .publish(let event): publish(event)
        case .messages(let id, let messages): show(messages, of: id)
        case .refused(let refusal):
            log.note(refusal)
            keep(
                .refused,
                by: refusal.principal.cause,
                of: engine.tree(of: refusal.principal),
                subject: refusal.request,
                message: refusal.text
            )
        case .wake(let instant):
            wake?.cancel()
            // Limited, since the event loop's clock stops while the machine is suspended, and the engine's does not.
            let delay = min(max(0, (instant - .now()).nanoseconds), Self.maxSleep)
            wake = eventLoop.scheduleTask(in: .nanoseconds(delay)) { self.assumeIsolated { $0.takeWake() } }
        case .load(let id): requestLoad(id)
        }
    }

    private func start(_ id: LinkID, _ port: any LinkPort) { port.start { report in self.put(.report(id, report)) } }

    func answerStored(_ id: RequestID, _ reply: Reply) {
        if !persistence.hold(reply, to: id, evenWithoutMemory: virtuals.isBusy) { answer(id, reply) }
    }

    // MARK: Memory

    /// Passes on the results of inputs. Orders come first: they do not wait for the wake-up of the memory's thread.
    func flush() {
        while let port = turn.nextPort() { port.flush() }
        persistence.handOver()
    }

    func persist(_ record: Record) { persistence.append(record) }

    func handOver() { persistence.handOver() }

    /// Answers the waiting replies when what they report is stored: first in the file of the virtual elements, then in the
    /// database.
    private func waitForDisk() {
        writeVirtuals()
        writeNotices()
        guard let (newest, hasUnsettled) = persistence.nextQuestion() else { return }
        if virtuals.isBusy {
            virtuals.wait(for: newest, hasUnsettled: hasUnsettled)
        } else {
            askMemory(for: newest, hasUnsettled: hasUnsettled)
        }
        limitWait()
    }

    func virtualsAreStored(_ settled: VirtualWrites.Settled) {
        if settled.isStored {
            askMemory(for: settled.newest, hasUnsettled: settled.hasUnsettled)
        } else {
            release(upTo: settled.newest, isStored: false)
        }
    }

    private func askMemory(for newest: UInt64, hasUnsettled: Bool) {
        guard let memory = persistence.memory else { return release(upTo: newest, isStored: true) }
        memory.whenStored(unsettled: hasUnsettled) { self.put(.stored(upTo: newest, isStored: $0)) }
    }

    private func limitWait() {
        guard let number = persistence.startTimer() else { return }
        eventLoop.scheduleTask(in: persistence.patience) {
            self.assumeIsolated { runtime in
                runtime.persistence.endTimer()
                runtime.release(upTo: number, isStored: false)
                runtime.limitWait()
                runtime.endTurn()
            }
        }
    }

    private func release(upTo number: UInt64, isStored: Bool) {
        for (id, reply) in persistence.release(upTo: number, isStored: isStored) { answer(id, reply) }
        checkWait()
    }

    // MARK: Stopping

    static let stoppingFault = Fault(.stopping, "the daemon is stopping", hint: "try again once it is running")

    /// Refuses further orders, and returns when orders in flight have completed and all requests have been answered.
    /// Orders that have not completed after `patience` are given up.
    func stop(patience: TimeAmount) async {
        isStopping = true
        handle(.stop)
        endTurn()
        await wait(atMost: patience) { !$0.engine.isSending }
        handle(.giveUp)
        endTurn()
        await stopLinks()
        await wait(atMost: persistence.patience) {
            !$0.persistence.isHolding && !$0.requests.isComputing && !$0.isWriting
        }
        for (client, number) in requests.removeAll() {
            client.answer(number, .fault(Self.stoppingFault), in: self)
        }
        endTurn()
        // Lines that clients have already sent are read and refused before their connections are closed.
        await wait(atMost: TimeAmount(StopBudget.lastLines)) { _ in false }
        wake?.cancel()
        for client in clients.all { client.closeForStop(in: self) }
        await wait(atMost: TimeAmount(StopBudget.farewell)) { $0.clients.isEmpty }
    }

    private func stopLinks() async {
        for (id, port) in links.endAll() { port.stop { self.put(.stopped(id)) } }
        endTurn()
        await wait(atMost: TimeAmount(StopBudget.links)) { $0.links.haveEnded }
    }

    private func wait(atMost limit: TimeAmount, until holds: @escaping (isolated HouseRuntime) -> Bool) async {
        guard !holds(self) else { return }
        let timer = eventLoop.scheduleTask(in: limit) { self.assumeIsolated { $0.endWait() } }
        await withCheckedContinuation { awaited = (holds, $0) }
        timer.cancel()
    }

    /// Ends the wait if its condition holds.
    func checkWait() {
        if let awaited, awaited.holds(self) { endWait() }
    }

    private func endWait() {
        awaited?.continuation.resume()
        awaited = nil
    }
}
