import DomoLanguage
import DomoModel

/// What happens to the scenes: each input changes its parts, and leaves decisions. It is reached through `Scenes` alone.
struct SceneMachine: Sendable {
    /// More steps are not taken with one input: others are heard in between.
    static let maxStepsAtOnce = 1000
    /// So long after an order the house may still report what was before it, or what it led to.
    static let maxEchoDelay: Duration = .seconds(10)

    /// All runs together do no more than this at a time.
    var maxStrands = 16_384
    var decisions = Queue<SceneDecision>()
    /// An order was decided, and not reported given or refused yet.
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

    var triggers = Triggers()
    var telegrams = TelegramTriggers()
    var holds = Holds()
    /// Of what triggers, conditions and waits are about: the readings that have changed and were not looked at.
    var changed: [ElementID] = []

    var schedule = Schedule()
    /// When it is to be persisted next that the daemon runs; nil before the previous run is known.
    var nextMark: Instant?
    var hasRestored = false

    /// Nil while nothing is recorded.
    var recorder: SceneRecorder?
    /// The recording that the previous run of the daemon did not finish, until it is reported to whoever stops it.
    var lostRecording: String?

    // MARK: - Loading

    /// Takes in the scenes of a load.
    mutating func load(_ plan: ScenePlan, in world: SceneSurroundings) {
        book = plan.book
        schedule.load(plan.times, at: world.now)
        triggers.load(plan.triggers, in: world)
        telegrams = plan.telegrams
        for (id, until) in triggers.holding { remind(.trigger(id, until: until), at: until) }
        changed = []
        chains.forgetContradictions()
        loadTests(plan.lasting, in: world)
    }

    // MARK: - Time

    /// Wants to be woken then. Timers whose reason is gone don't pile up.
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

    /// Something is due.
    mutating func wake(in world: SceneSurroundings) {
        switch timers.popDue(at: world.now) {
        case .strand(let strand): strandIsDue(strand, in: world)
        case .trigger(let trigger, until: _): triggerIsDue(trigger, in: world)
        case nil: break
        }
    }

    // MARK: - Who is told

    mutating func publish(
        _ progress: SceneProgress,
        of run: SceneRun,
        message: String? = nil,
        line: Int? = nil,
        outcome: SceneOutcome? = nil,
        in world: SceneSurroundings
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

    mutating func answer(_ asker: SceneStart.Asker?, _ report: SceneReport, in world: SceneSurroundings) {
        switch asker {
        case .request(let id): decisions.append(.replyWhenStored(id, .scene(report)))
        case .strand(let strand): sceneEnded(report, for: strand, in: world)
        case nil: break
        }
    }

    mutating func refuse(_ asker: SceneStart.Asker?, _ fault: Fault, in world: SceneSurroundings) {
        switch asker {
        case .request(let id): decisions.append(.reply(id, .fault(fault)))
        case .strand(let strand): finish(strand, .failure(fault), in: world)
        case nil: break
        }
    }
}
