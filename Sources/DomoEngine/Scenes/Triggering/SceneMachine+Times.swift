import DomoCalendar
import DomoLanguage
import DomoModel

// The times of the scenes, and those that pass between two runs of the daemon.

extension SceneMachine {
    /// How often it is persisted that the daemon runs. What a crash leaves unknown is shorter.
    static let markInterval: Duration = .seconds(60)

    /// When a time comes, or a mark is due; nil where nothing of that is to be woken for.
    @inline(__always)  // As `Scenes.earliest(at:)`.
    func nextTime(at now: Instant) -> Instant? {
        guard !isStopping, let earliest = schedule.earliest else { return nil }
        // A day ahead at most: what lies further need not be looked for yet, and may be too far for the other clock.
        // By the clock on the wall as it goes now: whoever sets it wakes the engine within a second.
        let time = now + min(earliest - now.wall, .seconds(86_400))
        return nextMark.map { min($0, time) } ?? time
    }

    /// Starts what is due by the clock. What comes while the daemon is stopping is left to its next run.
    mutating func startDue(_ due: [Schedule.Run], in world: SceneSurroundings) {
        // Times that come at once, as where the clock is set over them, are one start of their scene.
        var begun: Set<String> = []
        for run in due {
            // With what becomes of it: a crash brings no time twice.
            if nextMark != nil { nextMark = world.now }
            guard let scene = book[key: run.entry.scene] else { continue }
            if let missed = run.missed {
                let local = scene.site.clock.rfc3339(missed)
                let again = run.moment == nil ? "" : ", and made up for once"
                skip(scene, .trigger(run.entry.text), "its time was missed (\(local))\(again)", in: world)
            }
            guard run.moment != nil, begun.insert(run.entry.scene).inserted else { continue }
            trigger(run.entry.scene, SceneStart(by: .trigger(run.entry.text), origin: .schedule), in: world)
        }
    }

    // MARK: - Between two runs of the daemon

    /// What the previous run knew of scenes. None of them survives a restart.
    mutating func restore(_ memory: Memory, in world: SceneSurroundings) {
        triggers.settle(in: world)
        // Late as well, where the memory could not be read at the start.
        for record in memory.scenes where records.restore(record) && record.outcome == nil {
            lose(record, in: world)
        }
        guard !hasRestored else { return }
        hasRestored = true
        makeUp(for: memory, in: world)
        startScenes(in: world)
    }

    private mutating func lose(_ record: SceneRecord, in world: SceneSurroundings) {
        let now = world.now
        var record = record
        record.outcome = .lost
        record.ended = now.wall
        record.message = "the daemon ended while it ran"
        records.note(record)
        decisions.append(.persist(.scene(record)))
        let event = Event(
            kind: .scene,
            time: now.wall,
            message: record.message,
            by: record.by,
            scene: record.scene,
            progress: .ended,
            outcome: .lost,
            places: book[key: FoldedName.fold(record.scene)].flatMap { concerned(by: $0.script, in: world) }
        )
        decisions.append(.publish(event))
    }

    /// Makes up for the times since the previous run, as for those of a machine that was suspended.
    private mutating func makeUp(for memory: Memory, in world: SceneSurroundings) {
        nextMark = world.now
        guard let alive = memory.alive else { return }
        let last = Dictionary(memory.scenes.map { (FoldedName.fold($0.scene), $0) }) { _, newer in newer }
        schedule.goOn(
            from: alive,
            been: { entry in
                // That run may have ended between this and its mark.
                guard let record = last[entry.scene], record.by == .trigger(entry.text) else { return nil }
                return record.started
            },
            at: world.now
        )
        guard !isStopping else { return }
        startDue(schedule.takeDue(at: world.now), in: world)
    }

    /// Persists that the daemon runs, where that is due.
    mutating func markLife(at now: Instant) {
        guard !isStopping, !schedule.entries.isEmpty, let due = nextMark, due <= now else { return }
        nextMark = now + Self.markInterval
        mark(at: now)
    }

    /// The daemon begins to stop.
    mutating func markEnd(at now: Instant) {
        guard !isStopping, nextMark != nil else { return }
        mark(at: now)
    }

    private mutating func mark(at now: Instant) {
        guard !schedule.isBehind else { return }
        decisions.append(.persist(.alive(schedule.reached(at: now))))
    }
}
