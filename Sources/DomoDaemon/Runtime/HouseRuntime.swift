import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Logging
import NIOCore

/// The shell around the engine: feeds it one input at a time and carries out what comes back. It lives on the event loop
/// of the control socket, so that a request is taken in, decided and answered without a change of thread.
actor HouseRuntime {
    nonisolated let eventLoop: any EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }

    /// How late the engine may hear of the time after the machine has slept, in nanoseconds.
    private static let maxSleep: Int64 = 1_000_000_000

    /// A reply waits for the disk no longer than this: then it says that what it tells is not stored.
    private let diskPatience: TimeAmount

    /// So much of a long answer is taken in at once; others are heard in between.
    static let chunk = 256

    /// What replies are written with, over and over.
    var json = JSONWriter(capacity: 4096)
    private(set) var engine: Engine
    let log: Logger
    let requestLoad: @Sendable (RequestID?) -> Void
    private let mailbox: Mailbox
    let longWork = LongWork()
    /// The requests that are worked on.
    private var longRequests: Set<RequestID> = []
    let memory: (any HouseMemory)?
    private var ports = GivenPorts()
    /// For the memory.
    private var records: [Record] = []
    private var waitingReplies = WaitingReplies()
    /// The newest for which the memory was asked.
    private var newestWaiting: UInt64 = 0
    private var isWatchingDisk = false
    private var longAnswers: [(id: Dispatch.ID, rest: ArraySlice<Answer.State>)] = []
    private var lifecycle = LinkLifecycle()
    /// The links that are there now.
    private var running: [LinkID: any LinkPort] = [:]
    /// At the daemon's end: how many of them have not stopped yet.
    private var stoppingLinks = 0
    /// How many searches for interfaces are under way.
    var searches = 0
    private var lastRequest: UInt64 = 0
    private var spareEffects: [Effect] = []
    /// Nil where numbers of orders begin anew with each runtime.
    var numbers: NumberReservation?
    /// The request that the engine is deciding right now.
    private var current: (id: RequestID, client: any Client, number: Int)?
    private var pending: [RequestID: (client: any Client, number: Int)] = [:]
    var clients: ClientList
    var tokens: TokenTable
    var files: RuntimeFiles
    var tokenTimer: Scheduled<Void>?
    private(set) var watchers: [ObjectIdentifier: Watched] = [:]
    private var touched: [any Client] = []
    private var endsTurnSoon = false
    private var wake: Scheduled<Void>?
    private(set) var isStopping = false
    private var awaited: (holds: (isolated HouseRuntime) -> Bool, continuation: CheckedContinuation<Void, Never>)?

    /// - Parameters:
    ///   - numbers: reserves the numbers of orders.
    ///   - requestLoad: asks for a load; it comes in with `loaded`.
    init(
        eventLoop: any EventLoop,
        seed: UInt64,
        log: Logger,
        memory: (any HouseMemory)? = nil,
        diskPatience: TimeAmount = TimeAmount(StopBudget.replies),
        quota: ClientQuota = ClientQuota(),
        numbers: NumberReservation? = nil,
        tokens: TokenTable = TokenTable(),
        files: RuntimeFiles = RuntimeFiles(),
        requestLoad: @escaping @Sendable (RequestID?) -> Void
    ) {
        self.eventLoop = eventLoop
        self.log = log
        self.memory = memory
        self.diskPatience = diskPatience
        clients = ClientList(quota)
        self.numbers = numbers
        self.tokens = tokens
        self.files = files
        self.requestLoad = requestLoad
        engine = Engine(seed: seed, at: .now())
        mailbox = Mailbox(eventLoop: eventLoop)
    }

    // MARK: Clients

    func closed(_ client: any Client) {
        clients.remove(client)
        watchers[ObjectIdentifier(client)] = nil
        checkWait()
    }

    func watch(_ watched: Watched, by client: any Client) {
        watchers[ObjectIdentifier(client)] = watched
    }

    func request(_ request: Request, from client: any Client, number: Int) {
        if takeSession(request, from: client, number: number) { return }
        if let reply = engine.look(request, by: client.principal, at: .now()) {
            client.answer(number, reply, in: self)
            return
        }
        lastRequest += 1
        let id = RequestID(lastRequest)
        // Most requests are answered at once, and need not be remembered.
        current = (id, client, number)
        take(.request(request, id: id, principal: client.principal))
        if current?.id == id { pending[id] = (client, number) }
        current = nil
    }

    func turnTouched(_ client: any Client) {
        // A client that sent many lines is touched by each of their answers.
        if touched.last !== client { touched.append(client) }
    }

    /// Sends what was written in this turn. A flush may bring in more, so it goes on until nothing is left.
    func endTurn() {
        flush()
        while !touched.isEmpty {
            let clients = touched
            touched.removeAll(keepingCapacity: true)
            for client in clients { client.turnEnds() }
        }
        waitForDisk()
    }

    /// Ends the turn when every client that has sent something by now has been heard: answers that go out together wake
    /// those who wait for them once.
    func endTurnSoon() {
        // Orders do not wait for that.
        flush()
        guard !endsTurnSoon else { return }
        endsTurnSoon = true
        eventLoop.execute {
            self.assumeIsolated { runtime in
                runtime.endsTurnSoon = false
                runtime.endTurn()
            }
        }
    }

    // MARK: Inputs

    var loadBase: LoadBase { engine.loadBase }
    var lastOrder: UInt64 { engine.lastOrder }

    func take(_ input: Input) {
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
        for letter in mailbox.takeAll() {
            switch letter {
            case .outcome(let id, let outcome): take(.outcome(id, outcome))
            case .answer(let id, .states(let states)) where states.count > Self.chunk:
                longAnswers.append((id, states[...]))
                if longAnswers.count == 1 { takeLongAnswers() }
            case .answer(let id, let answer): take(.answer(id, answer))
            case .report(let id, let report): take(Input(report, from: id))
            case .stopped(let id):
                if let next = lifecycle.hasStopped(id), !isStopping { start(next.id, next.port) }
                if isStopping {
                    stoppingLinks -= 1
                    checkWait()
                }
            case .stored(let number, let isStored): release(upTo: number, isStored: isStored)
            case .answered(let id, let reply): answer(id, written: reply)
            case .performed(let id, let reply): answer(id, reply)
            case .reserved(upTo: let number, let problem): reserved(upTo: number, problem: problem)
            case .dropped(let name): drop(name)
            case .changed(let id, let scene): changed(scene, for: id)
            case .placed(let id, let moves, let positions): placed(moves, positions, for: id)
            case .restored: requestLoad(nil)
            }
        }
        endTurn()
    }

    /// What a server tells of thousands of elements is taken in piece by piece.
    private func takeLongAnswers() {
        guard let (id, rest) = longAnswers.first else { return }
        let piece = rest.prefix(Self.chunk)
        let isLast = piece.count == rest.count
        take(.answer(id, .states(Array(piece)), isLast: isLast))
        if isLast { longAnswers.removeFirst() } else { longAnswers[0].rest = rest.dropFirst(piece.count) }
        guard !longAnswers.isEmpty else { return }
        eventLoop.execute {
            self.assumeIsolated { runtime in
                runtime.takeLongAnswers()
                runtime.endTurn()
            }
        }
    }

    nonisolated func put(_ letter: Letter) {
        mailbox.put(letter) { self.assumeIsolated { $0.takeLetters() } }
    }

    private func takeWake() {
        wake = nil
        take(.wake)
        endTurn()
    }

    // MARK: Effects

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .start(let id, let port): if lifecycle.mayStart(id, port) { start(id, port) }
        case .stop(let id, let port):
            running[id] = nil
            if lifecycle.willStop(id) { port.stop { self.put(.stopped(id)) } }
        case .use(let profile, via: let port): port.use(profile)
        case .send(let dispatch, via: let port):
            ports.add(port)
            port.send(dispatch) { outcome in self.put(.outcome(dispatch.id, outcome)) }
        case .read(let query, via: let port):
            ports.add(port)
            port.read(query) { answer in self.put(.answer(query.id, answer)) }
        case .cancel(let id, via: let port): port.cancel(id)
        case .expose(let subject, let value, via: let port): port.expose(subject, value)
        case .command(let id, let command, via: let port): perform(command, for: id, via: port)
        case .discover(let id, let query): discover(query, for: id)
        case .token(let id, let change): carryOut(change, for: id)
        case .file(let id, let task): perform(task, for: id)
        case .reply(let id, let reply): answer(id, reply)
        case .replyStored(let id, let reply):
            if memory == nil { answer(id, reply) } else { waitingReplies.append(id, reply) }
        case .work(let id, let answer): work(on: answer, for: id)
        case .persist(let record):
            records.append(record)
            show(record)
        case .recall(let id, let recall, let otherwise): self.recall(recall, for: id, otherwise: otherwise)
        case .publish(let event): publish(event)
        case .messages(let id, let messages): show(messages, of: id)
        case .refused(let refusal): log.note(refusal)
        case .wake(let instant):
            wake?.cancel()
            // Never far ahead: the clock of the event loop stands still while the machine sleeps, the engine's does not.
            let delay = min(max(0, (instant - .now()).nanoseconds), Self.maxSleep)
            wake = eventLoop.scheduleTask(in: .nanoseconds(delay)) { self.assumeIsolated { $0.takeWake() } }
        case .load(let id): requestLoad(id)
        }
    }

    private func start(_ id: LinkID, _ port: any LinkPort) {
        running[id] = port
        port.start { report in self.put(.report(id, report)) }
    }

    func answer(_ id: RequestID, _ reply: Reply) {
        guard var reply = shown(reply, for: id) else { return }
        reply = completed(reply)
        if let current, current.id == id {
            self.current = nil
            current.client.answer(current.number, reply, in: self)
        } else if let asker = pending.removeValue(forKey: id) {
            asker.client.answer(asker.number, reply, in: self)
        }
    }

    private func answer(_ id: RequestID, written reply: WrittenReply) {
        if longRequests.remove(id) != nil { checkWait() }
        guard let asker = pending.removeValue(forKey: id) else { return }
        asker.client.answer(asker.number, written: reply, in: self)
    }

    /// It is written where it is worked out, too.
    private func work(on answer: LongAnswer, for id: RequestID) {
        if let current, current.id == id { current.client.willWork(on: current.number) }
        longRequests.insert(id)
        longWork.add { self.put(.answered(id, WrittenReply(answer.reply()))) }
    }

    // MARK: Memory

    /// What inputs brought goes out. Orders come first: they do not wait until the memory's thread has been woken.
    private func flush() {
        ports.flush()
        handOverRecords()
    }

    private func handOverRecords() {
        guard !records.isEmpty else { return }
        memory?.persist(records)
        records.removeAll(keepingCapacity: true)
    }

    private func recall(_ recall: Recall, for id: RequestID, otherwise: Reply) {
        guard let memory else { return answer(id, otherwise) }
        handOverRecords()
        if memory.view.state == .failing, recall.hasOtherwise { return answer(id, otherwise) }
        memory.answer(completed(recall), now: Instant.now().wall) { reply in
            // Before the answer: who has it finds the load under way.
            if case .transfer(let report) = reply, report.kept != nil { self.put(.restored) }
            self.put(.answered(id, WrittenReply(reply)))
        }
    }

    /// Replies go out once what they tell is stored.
    private func waitForDisk() {
        guard let memory, let (newest, unsettled) = waitingReplies.newest() else { return }
        memory.whenStored(unsettled: unsettled) { isStored in
            self.put(.stored(upTo: newest, isStored: isStored))
        }
        newestWaiting = newest
        watchDisk()
    }

    /// One look after another while any reply waits, and not one for each.
    private func watchDisk() {
        guard !isWatchingDisk else { return }
        isWatchingDisk = true
        let number = newestWaiting
        eventLoop.scheduleTask(in: diskPatience) {
            self.assumeIsolated { runtime in
                runtime.isWatchingDisk = false
                runtime.release(upTo: number, isStored: false)
                if !runtime.waitingReplies.isEmpty { runtime.watchDisk() }
                runtime.endTurn()
            }
        }
    }

    private func release(upTo number: UInt64, isStored: Bool) {
        for (id, reply) in waitingReplies.take(upTo: number, isStored: isStored) { answer(id, reply) }
        checkWait()
    }

    // MARK: The end

    /// Takes no more orders, and returns when what was sent has been reported and everything asked has been answered.
    /// What has not been reported after `patience` is given up.
    func stop(patience: TimeAmount) async {
        isStopping = true
        take(.stop)
        endTurn()
        await wait(atMost: patience) { !$0.engine.isSending }
        take(.giveUp)
        endTurn()
        await stopLinks()
        await wait(atMost: diskPatience) { $0.waitingReplies.isEmpty && $0.longRequests.isEmpty }
        for (client, number) in pending.values {
            let fault = Fault(.stopping, "the daemon is stopping", hint: "try again once it is running")
            client.answer(number, .fault(fault), in: self)
        }
        pending = [:]
        endTurn()
        // What clients had sent by now is read, and refused, before their connections are closed.
        await wait(atMost: TimeAmount(StopBudget.lastLines)) { _ in false }
        wake?.cancel()
        for client in clients.all { client.close() }
        await wait(atMost: TimeAmount(StopBudget.farewell)) { $0.clients.isEmpty }
    }

    private func stopLinks() async {
        stoppingLinks = running.count
        for (id, port) in running { port.stop { self.put(.stopped(id)) } }
        running = [:]
        endTurn()
        await wait(atMost: TimeAmount(StopBudget.links)) { $0.stoppingLinks <= 0 }
    }

    private func wait(atMost limit: TimeAmount, until holds: @escaping (isolated HouseRuntime) -> Bool) async {
        guard !holds(self) else { return }
        let timer = eventLoop.scheduleTask(in: limit) { self.assumeIsolated { $0.endWait() } }
        await withCheckedContinuation { awaited = (holds, $0) }
        timer.cancel()
    }

    /// Ends the wait where what it is for has come.
    private func checkWait() {
        if let awaited, awaited.holds(self) { endWait() }
    }

    private func endWait() {
        awaited?.continuation.resume()
        awaited = nil
    }
}
