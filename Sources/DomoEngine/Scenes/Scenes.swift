import DomoLanguage
import DomoModel

/// The scenes: their triggers, runs and records.
///
/// Pure decisions: any call may leave decisions, which are taken with `nextDecision` and carried out before the next
/// call.
struct Scenes: Sendable {
    private var machine = SceneMachine()

    /// The next decision; nil if there is none.
    mutating func nextDecision() -> SceneDecision? { machine.decisions.popFirst() }

    // MARK: - Each input

    /// Starts an input: steps may be taken again, and times may be due.
    ///
    /// - Returns: the times that are due, for `startDue`.
    mutating func beginInput(at now: Instant) -> [Schedule.Run] {
        machine.stepsLeft = SceneMachine.maxStepsAtOnce
        return machine.isStopping ? [] : machine.schedule.takeDue(at: now)
    }

    mutating func startDue(_ due: [Schedule.Run], in world: borrowing some SceneWorld) {
        machine.startDue(due, in: world)
    }

    /// All effects of an input were carried out.
    mutating func endInput(at now: Instant) { machine.persistHeartbeat(at: now) }

    // MARK: - Time

    /// True if steps are left for the next input, so that other inputs come first.
    var hasReady: Bool { machine.runs.hasReady }

    /// When the next timer expires.
    @inline(__always)  // Called for every input: a real call would copy all scenes.
    func earliest(at now: Instant) -> Instant? {
        var earliest = machine.timers.earliest
        earliest.lower(to: machine.nextTime(at: now))
        return earliest
    }

    func isDue(at now: Instant) -> Bool { machine.timers.earliest.map { $0 <= now } ?? false }

    /// Handles one expired timer.
    mutating func wake(in world: borrowing some SceneWorld) { machine.wake(in: world) }

    // MARK: - The house

    /// The scenes of the last load.
    var loaded: LoadedScenes {
        LoadedScenes(book: machine.book, schedule: machine.schedule, triggers: machine.triggers)
    }

    mutating func load(_ plan: ScenePlan, in world: borrowing some SceneWorld) { machine.load(plan, in: world) }

    /// Restores the records of the previous run of the daemon.
    mutating func restore(_ memory: Memory, in world: borrowing some SceneWorld) { machine.restore(memory, in: world) }

    /// The daemon is stopping: all scenes end, and none starts any more.
    mutating func stop(in world: borrowing some SceneWorld) { machine.stop(in: world) }

    /// Readings of an element have changed.
    mutating func noteChange(of element: ElementID) {
        if machine.isConcerned(with: element) { machine.changed.append(element) }
    }

    /// Readings that were stale while their server was unreachable may be fresh again.
    mutating func noteReturn(where matches: (ElementID) -> Bool) { machine.lookAtElements(where: matches) }

    /// The house reported something other than what was ordered.
    mutating func noteContradiction(of element: ElementID, to cause: Cause, since time: Timestamp) {
        machine.chains.noteContradiction(of: element, to: cause, since: time)
    }

    /// True if readings of triggers or waiting scenes have changed.
    var hasChanges: Bool { !machine.changed.isEmpty }

    /// - Parameter isConfirmed: the changes were found by reading a bus: they trigger nothing.
    mutating func followChanges(isConfirmed: Bool = false, in world: borrowing some SceneWorld) {
        machine.followChanges(isConfirmed: isConfirmed, in: world)
    }

    /// True if a telegram triggers a scene.
    func isConcerned(with message: LinkMessage) -> Bool { !machine.telegrams.fired(by: message.telegram).isEmpty }

    mutating func follow(_ message: LinkMessage, in world: borrowing some SceneWorld) {
        machine.follow(message, in: world)
    }

    // MARK: - Steps

    /// True if a step may be taken now.
    var mayAdvance: Bool { machine.mayAdvance }

    mutating func advance(in world: borrowing some SceneWorld) { machine.advance(in: world) }

    mutating func orderGiven(_ order: OrderID, for strand: StrandID, in world: borrowing some SceneWorld) {
        machine.orderGiven(order, for: strand, in: world)
    }

    mutating func orderRefused(_ fault: Fault, for strand: StrandID, in world: borrowing some SceneWorld) {
        machine.orderRefused(fault, for: strand, in: world)
    }

    mutating func orderEnded(
        _ order: OrderID,
        _ result: Result<OrderReceipt, Fault>,
        for strand: StrandID,
        in world: borrowing some SceneWorld
    ) {
        machine.orderEnded(order, result, for: strand, in: world)
    }

    /// Nil if there is no scene with this name.
    func isRunning(sceneNamed name: String) -> Bool? {
        machine.book.key(named: name).map { machine.runs[key: $0] != nil }
    }

    // MARK: - Requests

    /// The diagnostics of a scene's text, in order.
    func diagnostics(
        of scene: AdHocScene,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> [SceneCheck.Finding] {
        try machine.diagnostics(of: scene, seenIn: scope, in: world)
    }

    func hasScene(named name: String) -> Bool { machine.book.key(named: name) != nil }

    func file(
        ofSceneNamed name: String,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> (name: String, file: String) {
        try machine.file(ofSceneNamed: name, seenIn: scope, in: world)
    }

    /// Starts a scene by name. The request is answered when it has ended.
    ///
    /// - Parameter scope: what the requesting principal sees; also below.
    mutating func start(
        named name: String,
        seenIn scope: Scope,
        _ start: SceneStart,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        try machine.start(named: name, seenIn: scope, start, in: world)
    }

    /// - Parameter tag: the tag of a single start; nil for the present run and all queued starts.
    mutating func stop(
        named name: String,
        tag: String?,
        seenIn scope: Scope,
        for id: RequestID,
        by cause: Cause,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        try machine.stopScene(named: name, tag: tag, seenIn: scope, for: id, by: cause, in: world)
    }

    mutating func run(
        _ scene: AdHocScene,
        seenIn scope: Scope,
        _ start: SceneStart,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        try machine.run(scene, seenIn: scope, start, in: world)
    }

    /// What a scene would send.
    func explanation(
        ofSceneNamed name: String,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> Explanation {
        try machine.explanation(ofSceneNamed: name, seenIn: scope, in: world)
    }

    /// What an ad-hoc scene would send.
    func explanation(
        of scene: AdHocScene,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> Explanation {
        try machine.explanation(of: scene, seenIn: scope, in: world)
    }

    /// The scenes with a step that orders one of the elements.
    func acting(
        on elements: Set<ElementID>,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) -> [SceneList.Scene] {
        machine.acting(on: elements, seenIn: scope, in: world)
    }

    func list(seenIn scope: Scope, in world: borrowing some SceneWorld) -> LongAnswer {
        machine.list(seenIn: scope, in: world)
    }

    /// What runs now, as `list` shows it.
    func running(seenIn scope: Scope, in world: borrowing some SceneWorld) -> LongAnswer {
        machine.running(seenIn: scope, in: world)
    }

    func calendar(
        _ question: CalendarQuestion,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> LongAnswer {
        try machine.calendar(question, seenIn: scope, in: world)
    }

    // MARK: - Visibility

    /// The number of visible scenes of the load.
    func count(seenIn scope: Scope, in world: borrowing some SceneWorld) -> Int {
        machine.visibleScenes(in: scope, world: world).count
    }

    /// Throws if no scene with that name is loaded, or if parts of it are not visible.
    func requireScene(named name: String, seenIn scope: Scope, in world: borrowing some SceneWorld) throws(Fault) {
        _ = try machine.scene(named: name, seenIn: scope, world: world)
    }

    /// Throws if no scene with that name is loaded or running, or if parts of it are not visible.
    func requireVisible(named name: String, seenIn scope: Scope, in world: borrowing some SceneWorld) throws(Fault) {
        try machine.requireVisible(scene: name, seenIn: scope, world: world)
    }

    /// Throws if a name in a calendar query is unknown or not visible.
    func requireCalendar(of name: String, seenIn scope: Scope, in world: borrowing some SceneWorld) throws(Fault) {
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
        in world: borrowing some SceneWorld
    ) throws(Fault) -> Recording {
        try machine.record(step, seenIn: scope, in: world)
    }

    /// An order given by a person was accepted.
    mutating func noteOrder(_ value: Value, for element: ElementID, given: Instant, in world: borrowing some SceneWorld)
    {
        machine.noteOrder(value, for: element, given: given, in: world)
    }

    /// An order, whoever gave it, is sent or was accepted.
    mutating func noteEcho(of value: Value, for element: ElementID, in world: borrowing some SceneWorld) {
        machine.noteEcho(of: value, for: element, in: world)
    }

    /// The house reports a state that no order waits for. Called before the reading changes.
    mutating func noteAtWall(_ value: Value, of element: ElementID, in world: borrowing some SceneWorld) {
        machine.noteAtWall(value, of: element, in: world)
    }

    // MARK: - For tests

    /// The maximum number of strands at a time.
    var maxStrands: Int {
        get { machine.maxStrands }
        set { machine.maxStrands = newValue }
    }

    /// The number of items held, by name; if no scene runs, all are 0 except those of the load's scenes.
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
