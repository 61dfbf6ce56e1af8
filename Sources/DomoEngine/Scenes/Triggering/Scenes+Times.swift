import DomoCalendar
import DomoLanguage
import DomoModel

// The scheduled starts, and those missed between two runs of the daemon.

extension Scenes {
    /// How often a heartbeat is persisted, which limits what remains unknown after a crash.
    private static let heartbeatInterval: Duration = .seconds(60)

    /// When the next time or heartbeat is due; nil if there is none.
    @inline(__always)  // As `earliest(at:)`.
    func nextTime(at now: Instant) -> Instant? {
        guard !isStopping, let earliest = schedule.earliest else { return nil }
        // At most a day ahead: later times need no timer yet, and may be too far for the other clock. The wall clock
        // may be set, which wakes the engine within a second.
        let time = now + min(earliest - now.wall, .seconds(86_400))
        return nextHeartbeat.map { min($0, time) } ?? time
    }

    /// Starts what is due by the clock. Times that come while the daemon is stopping are left to its next run.
    mutating func startDue(_ due: [Schedule.Run], in world: borrowing some SceneWorld) {
        // Several times at once, for example after the clock was set forward, start their scene once.
        var begun: Set<String> = []
        for run in due {
            // Persisted together with the outcome: a crash repeats no time.
            if nextHeartbeat != nil { nextHeartbeat = world.now }
            guard let scene = book[key: run.entry.scene] else { continue }
            if let missed = run.missed {
                let local = scene.site.clock.rfc3339(missed)
                let again = run.moment == nil ? "" : ", so it runs once now"
                skip(
                    scene,
                    .trigger(run.entry.text),
                    "its time was missed (\(local))\(again)",
                    SkipReason(.missed, local),
                    in: world
                )
            }
            guard run.moment != nil, begun.insert(run.entry.scene).inserted else { continue }
            trigger(run.entry.scene, SceneStart(by: .trigger(run.entry.text), origin: .schedule), in: world)
        }
    }

    // MARK: - Restarts

    /// Restores what the previous run knew of scenes. No run survives a restart.
    mutating func restore(_ memory: Memory, in world: borrowing some SceneWorld) {
        triggers.noteInitialStates(in: world)
        // This may happen late, if the memory could not be read at the start.
        for record in memory.scenes where records.restore(record) && record.outcome == nil {
            lose(record, in: world)
        }
        guard !hasRestored else { return }
        hasRestored = true
        makeUp(for: memory, in: world)
        startScenes(in: world)
    }

    private mutating func lose(_ record: SceneRecord, in world: borrowing some SceneWorld) {
        let now = world.now
        var record = record
        record.outcome = .lost
        record.ended = now.wall
        record.message = "the daemon exited while it was running"
        records.note(record)
        decisions.append(.persist(.scene(record)))
        let script = book[key: FoldedName.fold(record.scene)]?.script
        keep(record, places: script.flatMap { places(of: $0, in: world) })
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

    /// Makes up for the times since the previous run, as after a suspended machine resumes.
    private mutating func makeUp(for memory: Memory, in world: borrowing some SceneWorld) {
        nextHeartbeat = world.now
        guard let alive = memory.alive else { return }
        let last = Dictionary(memory.scenes.map { (FoldedName.fold($0.scene), $0) }) { _, newer in newer }
        schedule.resume(
            from: alive,
            done: { entry in
                // That run may have ended between this record and its heartbeat.
                guard let record = last[entry.scene], record.by == .trigger(entry.text) else { return nil }
                return record.started
            },
            at: world.now
        )
        guard !isStopping else { return }
        startDue(schedule.takeDue(at: world.now), in: world)
    }

    /// Persists a heartbeat if it is due.
    mutating func persistHeartbeat(at now: Instant) {
        guard !isStopping, !schedule.entries.isEmpty, let due = nextHeartbeat, due <= now else { return }
        nextHeartbeat = now + Self.heartbeatInterval
        heartbeat(at: now)
    }

    /// Persists the last heartbeat before the daemon stops.
    mutating func persistLastHeartbeat(at now: Instant) {
        guard !isStopping, nextHeartbeat != nil else { return }
        heartbeat(at: now)
    }

    private mutating func heartbeat(at now: Instant) {
        guard !schedule.isBehind else { return }
        decisions.append(.persist(.alive(schedule.reached(at: now))))
    }
}
