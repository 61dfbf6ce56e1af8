import DomoCalendar
import DomoLanguage
import DomoModel

/// Decides all that domo does. It does nothing itself: inputs come in with the moment at which they came, effects go out.
/// The same inputs from the same seed bring the same effects.
public struct Engine: Sendable {
    var catalog = Catalog()
    var access = Access()
    var state = StateTable()
    var delivery: Delivery
    var observer: Observer
    var log = OrderLog()
    var book = SceneBook()
    var schedule = Schedule()
    var rules = Rules()
    var scenes: [SceneRunID: SceneRun] = [:]
    /// Of the scenes, by their keys: each runs once at a time.
    var running: [String: SceneRunID] = [:]
    var queued: [String: [QueuedScene]] = [:]
    /// Strands whose next step may begin.
    var readyStrands = Queue<StrandID>()
    /// More steps of scenes are not taken with one input: others are heard in between.
    static let mostStepsAtOnce = 1000
    /// So long after an order the house may still tell of what was before it, or of what it led to.
    static let longestEcho: Duration = .seconds(10)
    var stepsLeft = 0
    /// All runs together do no more than this at a time.
    var mostStrands = 16_384
    /// Strands that wait for a reading, and for what.
    var watching: [StrandID: ReadingTest] = [:]
    var holds = Holds()
    var sceneTimers = Timers<SceneTimer, Instant>()
    /// With more of them those whose reason is gone are swept out.
    private var mostSceneTimers = 1024
    /// What has changed, and was not looked at by rules.
    var changedElements: [ElementID] = []
    /// Who had ordered something else than the house then said: what it said is their doing as well.
    var contradicted: [ElementID: (cause: Cause, since: Timestamp)] = [:]
    /// How every scene ended last, or that it is on its way.
    var sceneRecords: [String: SceneRecord] = [:]
    /// What did not begin since the last run did, the last of each scene.
    var sceneSkips: [String: SceneRecord] = [:]
    /// The scenes that led to the last start of each.
    var chains: [String: [String]] = [:]
    var selfStarts: [String: [Instant]] = [:]
    var recorder: SceneRecorder?
    var hasStartedScenes = false
    /// When it is to be remembered next that the daemon runs; nil before the life before is known.
    var nextMark: Instant?
    var effects: [Effect] = []
    /// Orders that came in with this input and were not told to the memory yet.
    var unsaved: [OrderID] = []
    /// When the input came in that is being handled.
    var now: Instant
    /// When `Effect.wake` was last asked for; nil where none is outstanding.
    private var wakeAt: Instant?
    var lastSceneRun: UInt64 = 0
    let started: Instant
    var loaded: Instant
    /// The last load that was refused, and why; nil once one was taken.
    var refusedLoad: (at: Timestamp, message: String)?
    var accepted = 0
    var failed = 0
    /// Accepted orders that the house was seen to obey, and those that it was not.
    var confirmed = 0
    var unconfirmed = 0

    /// - Parameter seed: for the jitter of retries.
    public init(seed: UInt64, at now: Instant) {
        delivery = Delivery(seed: seed)
        observer = Observer(seed: seed)
        self.now = now
        started = now
        loaded = now
    }

    /// True while something was sent and not reported.
    public var isSending: Bool { !delivery.flights.isEmpty }

    public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        handle(input, at: now, into: &effects)
        return effects
    }

    /// The same, for who has an array at hand to be filled: an engine is asked many thousand times a second.
    public mutating func handle(_ input: Input, at now: Instant, into out: inout [Effect]) {
        swap(&effects, &out)
        defer { swap(&effects, &out) }
        self.now = now
        stepsLeft = Self.mostStepsAtOnce
        followClock(at: now)
        switch input {
        case .request(let request, let id, let principal): handle(request, id: id, by: principal, at: now)
        case .outcome(let id, let outcome):
            overtakeByFlight(id, outcome)
            delivery.outcome(outcome, of: id, at: now)
        case .readings(let id, let report, let isLast):
            observer.report(report, of: id, isLast: isLast, &delivery, state: state, at: now)
        case .remembered(let memory): remember(memory, at: now)
        case .wake:
            wakeAt = nil
        case .load(let catalog, let ids): load(catalog, ids: ids, at: now)
        case .loadFailed(let fault, let ids):
            refusedLoad = (now.wall, fault.message)
            for id in ids { effects.append(.reply(id, .fault(shown(fault, to: access.takeLoad(id))))) }
        case .stop:
            stopScenes(at: now)
            markEnd(at: now)
            delivery.stop()
            observer.stop()
        case .giveUp:
            stopScenes(at: now)
            markEnd(at: now)
            delivery.giveUp(at: now)
            observer.stop()
        }
        // Whatever came in: nothing is sent before what is due has ended.
        delivery.wake(at: now)
        observer.wake(at: now)
        wakeScenes(at: now)
        settle(at: now)
        saveNew()
        markLife(at: now)
        let due = earliest
        if let due, wakeAt.map({ due < $0 }) ?? true {
            wakeAt = due
            effects.append(.wake(at: due))
        }
    }

    /// When something is due by itself.
    private var earliest: Instant? {
        // Strands that had to let others be heard.
        if !readyStrands.isEmpty { return now }
        return [delivery.timers.earliest, observer.timers.earliest, sceneTimers.earliest, nextTime]
            .compactMap { $0 }.min()
    }

    private mutating func wakeScenes(at now: Instant) {
        while let reason = sceneTimers.popDue(at: now) {
            switch reason {
            case .strand(let strand): strandIsDue(strand, at: now)
            case .rule(let rule, until: _): ruleIsDue(rule, at: now)
            }
        }
    }

    /// Wants scenes to be woken then. Timers whose reason is gone don't heap up.
    mutating func remind(_ reason: SceneTimer, at moment: Instant) {
        sceneTimers.add(reason, at: moment)
        guard sceneTimers.count > mostSceneTimers else { return }
        let (scenes, rules) = (scenes, rules)
        sceneTimers.sweep { reason in
            switch reason {
            case .strand(let strand): return scenes[strand.run]?.strands[strand.number] != nil
            case .rule(let id, let until):
                guard let number = rules.number(id), case .holding(until) = rules[number].phase else { return false }
                return true
            }
        }
        mostSceneTimers = max(1024, 2 * sceneTimers.count)
    }

    private mutating func handle(_ request: Request, id: RequestID, by principal: Principal, at now: Instant) {
        do throws(Fault) {
            let scope = try allow(request, by: principal)
            let cause = principal.cause
            switch request {
            case .list(let path, let recursive):
                effects.append(.reply(id, .listing(try listing(path, recursive: recursive, seenIn: scope))))
            case .show(let name):
                effects.append(.reply(id, .element(view(of: try element(named: name, seenIn: scope)))))
            case .order(let order):
                if order.explain {
                    effects.append(.reply(id, .explanation(Explanation(signals: [try explain(order, seenIn: scope)]))))
                } else {
                    let pending = try pending(order, origin: .request(id), cause: cause, seenIn: scope, at: now)
                    submit(pending, at: now)
                }
            case .watch(let path):
                let whole = try path.map { path throws(Fault) in try wholePath(path, seenIn: scope) }
                effects.append(.reply(id, .watching(path: whole)))
            case .scene(let name, let explain, let tag):
                let scene = try scene(named: name, seenIn: scope)
                if explain {
                    effects.append(.reply(id, .explanation(self.explain(scene))))
                } else {
                    try start(scene, SceneStart(by: cause, origin: .scene, asker: .request(id), tag: tag), at: now)
                    recorder?.note(scene: scene.name, at: now)
                }
            case .sceneStop(let name, let tag):
                try requireVisible(scene: name, seenIn: scope)
                try stopScene(named: name, tag: tag, for: id, by: cause, at: now)
            case .run(let name, let lines, let explain, let tag):
                let start = SceneStart(by: cause, origin: .scene, asker: .request(id), tag: tag)
                try run(lines, named: name, isExplained: explain, start, seenIn: scope, for: id, at: now)
            case .calendar(let question): effects.append(.reply(id, .calendar(try calendar(question, seenIn: scope))))
            case .record(let step): effects.append(.reply(id, .recording(try record(step, seenIn: scope))))
            case .scenes: effects.append(.reply(id, .scenes(sceneList(seenIn: scope))))
            case .orders(let name, let last): try recallOrders(of: name, last: last, seenIn: scope, for: id)
            case .history(let name, let period): try recallHistory(of: name, period, seenIn: scope, for: id)
            case .stats(let path): try recallStats(of: path, seenIn: scope, for: id)
            case .export(let period):
                recall(.export(period, timeZone: catalog.sites.first?.clock.zone.name), for: id)
            case .backup(let step): recall(.backup(step), for: id)
            case .restore(let step): recall(.restore(step), for: id)
            case .status: effects.append(.reply(id, .status(shown(status, to: scope))))
            case .reload:
                access.noteLoad(id, for: principal)
                effects.append(.load(id))
            }
        } catch {
            effects.append(.reply(id, .fault(error)))
        }
    }
}
