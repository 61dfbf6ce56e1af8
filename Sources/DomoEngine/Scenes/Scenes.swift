import DomoLanguage
import DomoModel

/// The scenes: what starts them, what they do, and what became of them.
///
/// It decides alone, and touches nothing else. Whatever it is told may leave decisions, to be taken with `nextDecision`
/// and carried out before anything else is asked of it.
struct Scenes: Sendable {
    private var machine = SceneMachine()

    /// What is to be done next; nil where there is nothing.
    mutating func nextDecision() -> SceneDecision? { machine.decisions.popFirst() }

    // MARK: - Each input

    /// An input has come: its steps may be taken, and times may be due.
    ///
    /// - Returns: what is due by the clock, for `startDue`.
    mutating func beginInput(at now: Instant) -> [Schedule.Run] {
        machine.stepsLeft = SceneMachine.maxStepsAtOnce
        return machine.isStopping ? [] : machine.schedule.takeDue(at: now)
    }

    mutating func startDue(_ due: [Schedule.Run], in world: SceneSurroundings) { machine.startDue(due, in: world) }

    /// All that came of an input was carried out.
    mutating func endInput(at now: Instant) { machine.markLife(at: now) }

    // MARK: - Time

    /// True where steps are left for the next input: others are to be heard first.
    var hasReady: Bool { machine.runs.hasReady }

    /// When something else is due by itself.
    @inline(__always)  // Asked with every input: a call would copy all that scenes hold.
    func earliest(at now: Instant) -> Instant? {
        var earliest = machine.timers.earliest
        earliest.lower(to: machine.nextTime(at: now))
        return earliest
    }

    func isDue(at now: Instant) -> Bool { machine.timers.earliest.map { $0 <= now } ?? false }

    /// One of those that are due goes on.
    mutating func wake(in world: SceneSurroundings) { machine.wake(in: world) }

    // MARK: - The house

    /// What the last load brought.
    var loaded: LoadedScenes {
        LoadedScenes(book: machine.book, schedule: machine.schedule, triggers: machine.triggers)
    }

    mutating func load(_ plan: ScenePlan, in world: SceneSurroundings) { machine.load(plan, in: world) }

    /// What the previous run of the daemon knew.
    mutating func restore(_ memory: Memory, in world: SceneSurroundings) { machine.restore(memory, in: world) }

    /// The daemon is stopping: no scene runs or starts any more.
    mutating func stop(in world: SceneSurroundings) { machine.stop(in: world) }

    /// Readings of an element have changed.
    mutating func noteChange(of element: ElementID) {
        if machine.isConcerned(with: element) { machine.changed.append(element) }
    }

    /// What was stale while its server was unreachable may be known again.
    mutating func noteReturn(where isMeant: (ElementID) -> Bool) { machine.lookAtElements(where: isMeant) }

    /// The house reported something else than was ordered.
    mutating func noteContradiction(of element: ElementID, to cause: Cause, since time: Timestamp) {
        machine.chains.noteContradiction(of: element, to: cause, since: time)
    }

    /// True where readings have changed that start something, or that a scene waits for.
    var hasChanges: Bool { !machine.changed.isEmpty }

    /// - Parameter isConfirmed: they were found by reading a bus: that starts nothing.
    mutating func followChanges(isConfirmed: Bool = false, in world: SceneSurroundings) {
        machine.followChanges(isConfirmed: isConfirmed, in: world)
    }

    /// True where a telegram starts something.
    func isConcerned(with message: LinkMessage) -> Bool { !machine.telegrams.fired(by: message.telegram).isEmpty }

    mutating func follow(_ message: LinkMessage, in world: SceneSurroundings) { machine.follow(message, in: world) }

    // MARK: - Steps

    /// True where a step may be taken now.
    var mayAdvance: Bool { machine.mayAdvance }

    mutating func advance(in world: SceneSurroundings) { machine.advance(in: world) }

    mutating func orderGiven(_ order: OrderID, for strand: StrandID, in world: SceneSurroundings) {
        machine.orderGiven(order, for: strand, in: world)
    }

    mutating func orderRefused(_ fault: Fault, for strand: StrandID, in world: SceneSurroundings) {
        machine.orderRefused(fault, for: strand, in: world)
    }

    mutating func orderEnded(
        _ order: OrderID,
        _ result: Result<OrderReceipt, Fault>,
        for strand: StrandID,
        in world: SceneSurroundings
    ) {
        machine.orderEnded(order, result, for: strand, in: world)
    }

    /// Nil where there is no scene of this name.
    func isRunning(sceneNamed name: String) -> Bool? {
        machine.book.key(named: name).map { machine.runs[key: $0] != nil }
    }

    // MARK: - Requests

    /// What is wrong with the text of a scene, in its order.
    func diagnostics(
        of scene: AdHocScene,
        seenIn scope: Scope,
        in world: SceneSurroundings
    ) throws(Fault) -> [SceneCheck.Finding] {
        try machine.diagnostics(of: scene, seenIn: scope, in: world)
    }

    func hasScene(named name: String) -> Bool { machine.book.key(named: name) != nil }

    func file(
        ofSceneNamed name: String,
        seenIn scope: Scope,
        in world: SceneSurroundings
    ) throws(Fault) -> (name: String, file: String) {
        try machine.file(ofSceneNamed: name, seenIn: scope, in: world)
    }

    /// Starts a scene by its name. Who asked is answered when it has ended.
    ///
    /// - Parameter scope: what whoever asks sees; the same below.
    mutating func start(
        named name: String,
        seenIn scope: Scope,
        _ start: SceneStart,
        in world: SceneSurroundings
    ) throws(Fault) {
        try machine.start(named: name, seenIn: scope, start, in: world)
    }

    /// - Parameter tag: of the one start that is meant; nil for the run there is, and all that wait for its end.
    mutating func stop(
        named name: String,
        tag: String?,
        seenIn scope: Scope,
        for id: RequestID,
        by cause: Cause,
        in world: SceneSurroundings
    ) throws(Fault) {
        try machine.stopScene(named: name, tag: tag, seenIn: scope, for: id, by: cause, in: world)
    }

    mutating func run(
        _ scene: AdHocScene,
        seenIn scope: Scope,
        _ start: SceneStart,
        in world: SceneSurroundings
    ) throws(Fault) {
        try machine.run(scene, seenIn: scope, start, in: world)
    }

    /// What a scene would send.
    func explanation(
        ofSceneNamed name: String,
        seenIn scope: Scope,
        in world: SceneSurroundings
    ) throws(Fault) -> Explanation {
        try machine.explanation(ofSceneNamed: name, seenIn: scope, in: world)
    }

    /// What an ad-hoc scene would send.
    func explanation(
        of scene: AdHocScene,
        seenIn scope: Scope,
        in world: SceneSurroundings
    ) throws(Fault) -> Explanation {
        try machine.explanation(of: scene, seenIn: scope, in: world)
    }

    /// The scenes with a step that orders one of the elements.
    func acting(on elements: Set<ElementID>, seenIn scope: Scope, in world: SceneSurroundings) -> [SceneList.Scene] {
        machine.acting(on: elements, seenIn: scope, in: world)
    }

    func list(seenIn scope: Scope, in world: SceneSurroundings) -> LongAnswer {
        machine.list(seenIn: scope, in: world)
    }

    /// What runs now, as `list` shows it.
    func running(seenIn scope: Scope, in world: SceneSurroundings) -> LongAnswer {
        machine.running(seenIn: scope, in: world)
    }

    func calendar(
        _ question: CalendarQuestion,
        seenIn scope: Scope,
        in world: SceneSurroundings
    ) throws(Fault) -> LongAnswer {
        try machine.calendar(question, seenIn: scope, in: world)
    }

    // MARK: - Who sees what

    /// How many scenes of the load are seen.
    func count(seenIn scope: Scope, in world: SceneSurroundings) -> Int {
        machine.visibleScenes(in: scope, world: world).count
    }

    /// Throws where no scene of that name is loaded, or some of it isn't seen.
    func requireScene(named name: String, seenIn scope: Scope, in world: SceneSurroundings) throws(Fault) {
        _ = try machine.scene(named: name, seenIn: scope, world: world)
    }

    /// Throws where nothing of that name is loaded or runs, or some of it isn't seen.
    func requireVisible(named name: String, seenIn scope: Scope, in world: SceneSurroundings) throws(Fault) {
        try machine.requireVisible(scene: name, seenIn: scope, world: world)
    }

    /// Throws where a name in a question for the calendar is not found, or isn't seen.
    func requireCalendar(of name: String, seenIn scope: Scope, in world: SceneSurroundings) throws(Fault) {
        _ = try machine.scenes(for: name, seenIn: scope, in: world)
    }

    // MARK: - Recording

    var isRecording: Bool { machine.recorder != nil }

    /// The recording that is under way; nil where there is none.
    var recording: Recording? { machine.recorder.map { Recording(name: $0.name, orders: $0.count) } }

    /// The name of the recording that the previous run of the daemon did not finish.
    var lostRecording: String? { machine.lostRecording }

    mutating func noteLostRecording(_ name: String) { machine.lostRecording = name }

    mutating func record(
        _ step: RecordStep,
        seenIn scope: Scope,
        in world: SceneSurroundings
    ) throws(Fault) -> Recording {
        try machine.record(step, seenIn: scope, in: world)
    }

    /// An order that people gave was accepted.
    mutating func noteOrder(_ value: Value, for element: ElementID, given: Instant, in world: SceneSurroundings) {
        machine.noteOrder(value, for: element, given: given, in: world)
    }

    /// An order goes out or was accepted, whoever gave it.
    mutating func noteEcho(of value: Value, for element: ElementID, in world: SceneSurroundings) {
        machine.noteEcho(of: value, for: element, in: world)
    }

    /// The house reports what an element is, and no order waits for that. Comes before it is taken in.
    mutating func noteAtWall(_ value: Value, of element: ElementID, in world: SceneSurroundings) {
        machine.noteAtWall(value, of: element, in: world)
    }

    // MARK: - For tests

    /// More strands than this don't run at a time.
    var maxStrands: Int {
        get { machine.maxStrands }
        set { machine.maxStrands = newValue }
    }

    /// How many of what it holds; where no scene runs all are 0 but those of the scenes of the load.
    var held: [String: Int] {
        let held = [
            "queued scenes": machine.queue.count, "waiting strands": machine.waits.count,
            "scene timers": machine.timers.count, "unpublished changes": machine.changed.count,
            "scene decisions": machine.decisions.count,
            "scene records": machine.records.count, "scene chains": machine.chains.count,
        ]
        return held.merging(machine.runs.held) { $0 + $1 }
    }
}
