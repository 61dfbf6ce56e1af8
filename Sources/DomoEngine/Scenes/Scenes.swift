import DomoLanguage
import DomoModel

/// The scenes: their triggers, runs and records.
///
/// Pure decisions: a call may leave decisions, which are taken with `nextDecision` and carried out before the next call.
struct Scenes: ~Copyable, Sendable {
    /// The maximum number of steps per input, so that other inputs are not held up.
    static let maxStepsAtOnce = 1000
    /// How long after an order the house may still report the previous state, or the effect of the order.
    static let maxEchoDelay: Duration = .seconds(10)

    /// The maximum number of strands in all runs.
    var maxStrands = 16_384
    var decisions = Queue<SceneDecision>()
    /// An order was decided, but neither given nor refused yet.
    var isGiving = false
    var stepsLeft = 0
    var isStopping = false

    var book = SceneBook()
    var runs = SceneRuns()
    var queue = StartQueue()
    var chains = SceneChains()
    var records = SceneRecords()
    var waits = Waits()
    var timers = SceneTimers()
    var lines = SceneLines()

    var triggers = Triggers()
    var telegrams = TelegramTriggers()
    var holds = Holds()
    /// Elements of triggers, conditions and waits whose readings changed since the last check.
    var changed: [ElementID] = []

    var schedule = Schedule()
    /// When the next heartbeat is persisted; nil before the previous run is known.
    var nextHeartbeat: Instant?
    var hasRestored = false

    /// Nil unless recording.
    var recorder: SceneRecorder?
    /// The recording that the previous run of the daemon did not finish, until it is reported to whoever stops it.
    var lostRecording: String?

    // MARK: - Each input

    /// Starts an input: steps may be taken again, and times may be due.
    ///
    /// - Returns: the times that are due, for `startDue`.
    mutating func beginInput(at now: Instant) -> [Schedule.Run] {
        stepsLeft = Self.maxStepsAtOnce
        return isStopping ? [] : schedule.takeDue(at: now)
    }

    /// The next decision; nil if there is none.
    mutating func nextDecision() -> SceneDecision? { decisions.popFirst() }

    // MARK: - Loading

    /// The scenes of the last load.
    var loaded: LoadedScenes { LoadedScenes(book: book, schedule: schedule, triggers: triggers) }

    /// Applies the scenes of a load.
    mutating func load(_ plan: ScenePlan, in world: borrowing some SceneWorld) {
        book = plan.book
        schedule.load(plan.times, at: world.now)
        triggers.load(plan.triggers, in: world)
        telegrams = plan.telegrams
        for (id, until) in triggers.holding { remind(.trigger(id, until: until), at: until) }
        changed = []
        chains.forgetContradictions()
        loadTests(plan.lasting, in: world)
    }

    /// Whether scenes that came with a request are running or queued.
    var hasGivenScenes: Bool { !runs.givers.isEmpty || !queue.givers.isEmpty }

    /// Whether so many more steps may run in parallel. What came with requests takes half of the room at most, and a
    /// sixteenth of one account that does not manage everything: scenes of the house always find room.
    func hasRoom(for count: Int, of giver: SceneGiver?) -> Bool {
        guard runs.strandCount + count <= maxStrands else { return false }
        guard let giver else { return true }
        guard runs.givenStrandCount() + count <= maxStrands / 2 else { return false }
        return giver.isManager || runs.givenStrandCount(of: giver.account) + count <= maxStrands / 16
    }

    /// Whose rate the orders of a strand count for; nil for a scene of the house.
    func principal(of id: StrandID) -> Principal? { runs[id.run]?.start.giver?.principal }

    /// Nil if there is no scene with this name.
    func isRunning(sceneNamed name: String) -> Bool? { book.key(named: name).map { runs[key: $0] != nil } }

    func hasScene(named name: String) -> Bool { book.key(named: name) != nil }

    func name(inFile file: String) -> String? { book.name(inFile: file) }

    // MARK: - Time

    /// True if steps are left for the next input, so that other inputs come first.
    var hasReady: Bool { runs.hasReady }

    /// When the next timer expires.
    @inline(__always)  // Called for every input.
    func earliest(at now: Instant) -> Instant? {
        var earliest = timers.earliest
        earliest.lower(to: nextTime(at: now))
        return earliest
    }

    func isDue(at now: Instant) -> Bool { timers.earliest.map { $0 <= now } ?? false }

    /// Adds a timer. Obsolete timers don't accumulate.
    mutating func remind(_ reason: SceneTimers.Reason, at moment: Instant) {
        timers.add(reason, at: moment)
        guard timers.isCrowded else { return }
        let (runs, triggers) = (runs, triggers)
        timers.sweep { reason in
            switch reason {
            case .strand(let strand): runs[strand: strand] != nil
            case .trigger(let id, let until): triggers.isHolding(id, until: until)
            }
        }
    }

    /// Handles an expired timer.
    mutating func wake(in world: borrowing some SceneWorld) {
        switch timers.popDue(at: world.now) {
        case .strand(let strand): strandIsDue(strand, in: world)
        case .trigger(let trigger, until: _): triggerIsDue(trigger, in: world)
        case nil: break
        }
    }

    // MARK: - Events and replies

    mutating func publish(
        _ progress: SceneProgress,
        of run: SceneRun,
        message: String? = nil,
        line: Int? = nil,
        outcome: SceneOutcome? = nil,
        in world: borrowing some SceneWorld
    ) {
        let event = Event(
            kind: .scene,
            time: world.now.wall,
            message: message,
            by: run.start.by,
            scene: run.name,
            progress: progress,
            line: line,
            outcome: outcome,
            tag: run.start.tag,
            places: concerned(by: run.script, in: world)
        )
        decisions.append(.publish(event))
    }

    mutating func answer(_ requester: SceneStart.Requester?, _ report: SceneReport, in world: borrowing some SceneWorld)
    {
        switch requester {
        case .request(let id): decisions.append(.replyWhenStored(id, .scene(report)))
        case .strand(let strand): sceneEnded(report, for: strand, in: world)
        case nil: break
        }
    }

    mutating func refuse(_ requester: SceneStart.Requester?, _ fault: Fault, in world: borrowing some SceneWorld) {
        switch requester {
        case .request(let id): decisions.append(.reply(id, .fault(fault)))
        case .strand(let strand): finish(strand, .failure(fault), in: world)
        case nil: break
        }
    }

    // MARK: - For tests

    /// The number of items held, by name; if no scene runs, all are 0 except those of the load's scenes.
    var held: [String: Int] {
        let held = [
            "queued scenes": queue.count, "waiting strands": waits.count, "scene timers": timers.count,
            "unpublished changes": changed.count, "scene decisions": decisions.count,
            "scene records": records.count, "scene chains": chains.count,
        ]
        return held.merging(runs.held) { $0 + $1 }
    }
}
