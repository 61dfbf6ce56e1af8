import DomoCalendar
public import DomoLanguage
import DomoModel

/// Makes all decisions of domo without acting itself: it takes inputs with their time and returns effects. The same
/// inputs with the same seed give the same effects.
public struct Engine: ~Copyable, Sendable {
    var houses: Houses
    var access = Access()
    var readings = Readings()
    var covers = Covers()
    var pulses = Pulses()
    var problems = ReportProblems()
    var numbers = SeenNumbers()
    var links: Links
    var orders: Orders
    var polling: Polling
    var outbox = Outbox()
    var scenes = Scenes()
    var notices = Notices()
    var fallbacks = Fallbacks()
    var comparisons = Comparisons()
    var positions = PlanTable()
    var virtuals = VirtualTable()
    var keys = OrderKeys()
    var rates = OrderRates()
    /// By their identities.
    var hooks: [UInt64: HookRule] = [:]
    /// Scenes requested by buses that are not loaded: each is reported once.
    var unknownScenes: Set<String> = []
    /// The time of the current input.
    var now: Instant
    /// The time of the last requested `Effect.wake`; nil if none is pending.
    private var wakeAt: Instant?
    let started: Instant

    /// - `seed`: for the jitter of retries.
    public init(seed: UInt64, at now: Instant) {
        self.init(seed: seed, at: now, maxOrders: 65_536)
    }

    init(seed: UInt64, at now: Instant, maxOrders: Int) {
        houses = Houses(at: now)
        links = Links(seed: seed)
        orders = Orders(maxOrders: maxOrders)
        polling = Polling(seed: seed)
        self.now = now
        started = now
    }

    /// True while a dispatch has no outcome yet.
    public var isSending: Bool { orders.isSending || pulses.isSending }

    public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        handle(input, at: now, into: &effects)
        return effects
    }

    /// Does the same with the caller's array, since an engine handles many thousand inputs a second.
    public mutating func handle(_ input: Input, at now: Instant, into out: inout [Effect]) {
        outbox.exchange(with: &out)
        defer { outbox.exchange(with: &out) }
        self.now = now
        beginInputOfScenes()
        switch input {
        case .request(let request, let id, let principal): handle(request, id: id, by: principal, at: now)
        case .outcome(let id, let outcome): handle(outcome, of: id, at: now)
        case .answer(let id, let answer, let isLast): handle(answer, to: id, isLast: isLast, at: now)
        case .observed(let id, let observations): handle(observations, from: id, at: now)
        case .messages(let id, let messages): handle(messages: messages, from: id)
        case .requested(let id, let orders): handle(orders: orders, from: id, at: now)
        case .runScene(let id, let name, let address, let source):
            let cause = Cause.bus(link: id.key, address: address, source: source)
            runScene(named: name, by: cause, from: id, at: now)
        case .link(let id, let endpoint, let state): handle(state, of: id, endpoint: endpoint, at: now)
        case .connection(let id, let connection): links.note(connection, of: id)
        case .remembered(let memory): remember(memory, at: now)
        case .tokens(let grants):
            access.use(tokens: grants)
            stopForbiddenScenes()
        case .hooks(let hooks): use(hooks: hooks, at: now)
        case .knocked(let call, let id): handle(call, for: id, at: now)
        case .positions(let positions): self.positions = positions
        case .virtuals(let virtuals): self.virtuals = virtuals
        case .pulses(let open): pulses.restore(open, at: now)
        case .pulsesStored(let number, let isStored): pulsesStored(upTo: number, isStored: isStored, at: now)
        case .notices(let table): restore(table)
        case .notifierGone: notifierIsGone()
        case .undelivered(let id): takeBack(id)
        case .recordingLost(let name): scenes.noteLostRecording(name)
        case .numbersTaken(upTo: let number): orders.skip(upTo: number)
        case .wake:
            wakeAt = nil
        case .load(let catalog, let ids):
            load(PreparedLoad(catalog, after: loadBase, at: now), ids: ids, at: now)
        case .prepared(let load, let ids): self.load(load, ids: ids, at: now)
        case .loadFailed(let fault, let files, let ids):
            if fault.code != .stopping {
                houses.noteFailedLoad(fault, access: files, at: now)
                // Nothing is widened because the files became even less readable.
                if let files { access.narrow(to: files) }
                stopForbiddenScenes()
            }
            for id in ids { outbox.reply(id, .fault(shown(fault, to: access.takeLoad(id)))) }
        case .stop:
            stopScenes()
            orders.stop()
            pulses.endAll(at: now)
            stopLooking()
        case .giveUp:
            stopScenes()
            orders.giveUp(at: now)
            stopLooking()
        }
        // After every input: what has expired ends before anything is sent.
        links.wake(at: now)
        orders.wake(at: now)
        wakePolling(at: now)
        compareDue(at: now)
        wakeScenes()
        wakeNotices()
        runUntilIdle(at: now)
        saveNew()
        exposeReadings()
        endInputOfScenes()
        requestWakeUp()
    }

    /// Answers a read-only request, which changes nothing and need not be an input.
    ///
    /// - Returns: nil for any other request, and for one that is refused.
    public mutating func answerAtOnce(_ request: Request, by principal: Principal, at now: Instant) -> PlainReply? {
        guard case .show(let name) = request, access.refusal(of: request, to: principal) == nil else { return nil }
        self.now = now
        let scope = access.right(of: principal).scope
        do throws(Fault) {
            let reply = try shown(name, seenIn: scope)
            return PlainReply(reply, lasts: scope.isLimited ? .once : lifetime(of: reply))
        } catch {
            return PlainReply(.fault(error), lasts: .once)
        }
    }

    /// Requests a wake-up for the next timer.
    private mutating func requestWakeUp() {
        var earliest = links.earliest
        earliest.lower(to: covers.earliest)
        earliest.lower(to: pulses.earliest)
        earliest.lower(to: orders.earliest)
        earliest.lower(to: polling.earliest)
        earliest.lower(to: comparisons.earliest)
        earliest.lower(to: scenes.earliest(at: now))
        earliest.lower(to: notices.earliest)
        // Scenes that yielded to others.
        if scenes.hasReady { earliest = now }
        if let earliest, wakeAt.map({ earliest < $0 }) ?? true {
            wakeAt = earliest
            outbox.wake(at: earliest)
        }
    }

    private mutating func handle(_ request: Request, id: RequestID, by principal: Principal, at now: Instant) {
        do throws(Fault) {
            let scope = try allow(request, by: principal)
            let cause = principal.cause
            switch request {
            case .list(let path, let recursive, let language):
                try list(path, recursive: recursive, language: language, seenIn: scope, for: id)
            case .show(let name): outbox.reply(id, try shown(name, seenIn: scope))
            case .model(let path, let ids): try model(path, ids: ids, seenIn: scope, for: id)
            case .order(let order):
                if order.explain {
                    outbox.reply(id, .explanation(Explanation(signals: [try explain(order, seenIn: scope)])))
                } else {
                    try give(order, seenIn: scope, for: id, by: principal)
                }
            case .group(let group): try give(group, seenIn: scope, for: id, by: principal)
            case .watch(var watched):
                watched.path = try watched.path.map { path throws(Fault) in
                    try houses.path(named: path, seenIn: scope)
                }
                outbox.reply(id, .watching(watched))
            case .scene(let name, explain: true, tag: _, let values, let until):
                let explanation = try explainScene(named: name, values: values, until: until, seenIn: scope)
                outbox.reply(id, .explanation(explanation))
            case .scene(let name, explain: false, let tag, let values, let until):
                try requireRate(of: principal)
                try startScene(
                    named: name,
                    values: values,
                    tag: tag,
                    until: until,
                    seenIn: scope,
                    for: id,
                    by: cause
                )
            case .sceneStop(nil, tag: _, until: _): outbox.work(id, scenes.running(seenIn: scope, in: self))
            case .sceneStop(let name?, let tag, let until):
                try now.requireTime(until: until, "scene \(name): the request arrived")
                try stopScene(named: name, tag: tag, seenIn: scope, for: id, by: cause)
            case .run(let name, let lines, let explain, let tag, let until):
                let scene = AdHocScene(name: name, lines: lines)
                if !explain { try requireRate(of: principal) }
                try run(scene, isExplained: explain, tag: tag, until: until, seenIn: scope, for: id, by: principal)
            case .calendar(let question):
                outbox.work(id, try scenes.calendar(question, seenIn: scope, in: self))
            case .script(let step): try handle(step, seenIn: scope, for: id)
            case .plan(let step): try handle(step, seenIn: scope, for: id)
            case .record(let step):
                outbox.reply(id, .recording(try record(step, seenIn: scope, by: principal)))
            case .scenes: outbox.work(id, scenes.list(seenIn: scope, in: self))
            case .orders(let path, let last, let before, let since):
                try recallOrders(of: path, last: last, before: before, since: since, seenIn: scope, for: id)
            case .why(let name): try explainElement(named: name, seenIn: scope, for: id)
            case .history(let name, let period): try recallHistory(of: name, period, seenIn: scope, for: id)
            case .records(let question):
                let about = try question.path.map { path throws(Fault) in try houses.path(named: path, seenIn: scope) }
                recall(.records(from: question.from, about: about, within: scope.places), for: id)
            case .log(let question): try recallLog(question, seenIn: scope, for: id)
            case .stats(let path): try recallStats(of: path, seenIn: scope, for: id)
            case .export(let period):
                recall(.export(period, timeZone: houses.sites.first?.clock.zone.name), for: id)
            case .rename(let old, let new): try rename(old, to: new, seenIn: scope, for: id)
            case .backup(let step): recall(.backup(step), for: id)
            case .restore(let step): recall(.restore(step), for: id)
            case .audit(let question):
                recall(.log(question, timeZone: houses.sites.first?.clock.zone.name), for: id)
            case .knx(let command, let link):
                outbox.command(id, command, via: try houses.link(takingCommandsAs: link).port)
            case .discover(let query): outbox.discover(id, query)
            case .token(let step):
                do throws(Fault) {
                    outbox.token(id, try tokenChange(step, by: principal))
                } catch {
                    if error.code == .notAllowed { noteRefusal(of: request.subject, by: principal, needed: .manage) }
                    throw error
                }
            case .hook(let step): outbox.hook(id, try hookChange(step, by: principal))
            case .claim, .login, .logout, .knock:
                throw Fault(.badRequest, "\"\(request.verb.rawValue)\" only works on a control socket connection")
            case .notify(let notice): try notify(notice, for: id, by: principal)
            case .notices(let step): try handle(step, seenIn: scope, for: id, by: principal)
            case .notifier(let step): handle(step, for: id)
            case .push(let step): outbox.push(id, pushRequest(step, by: principal))
            case .status: outbox.reply(id, .status(shown(status, to: scope)))
            case .doctor:
                let health = HealthView(time: now.wall, status: status, role: access.right(of: principal).role.word)
                outbox.recall(id, .health(health), otherwise: .health(health))
            case .reload:
                access.noteLoad(id, for: principal)
                outbox.load(id)
            }
        } catch {
            outbox.reply(id, .fault(error))
        }
    }
}
