import DomoCalendar
import DomoLanguage
import DomoModel

// The times of the scenes, and those that pass between two lives.

extension Engine {
    /// How often it is remembered that the daemon runs. What a crash leaves unknown is shorter.
    static let markEvery: Duration = .seconds(60)

    /// When a time comes, or a mark is due; nil where nothing of that is to be woken for.
    var nextTime: Instant? {
        guard !orders.isStopping, let earliest = schedule.earliest else { return nil }
        // A day ahead at most: what lies further need not be looked for yet, and may be too far for the other clock.
        // By the clock on the wall as it goes now: whoever sets it wakes the engine within a second.
        let time = now + min(earliest - now.wall, .seconds(86_400))
        return nextMark.map { min($0, time) } ?? time
    }

    /// What comes while the daemon is stopping is left to the life after.
    mutating func followClock(at now: Instant) {
        guard !orders.isStopping else { return }
        // Times that come at once, as where the clock is set over them, are one start of their scene.
        var begun: Set<String> = []
        for run in schedule.takeDue(at: now) {
            // With what becomes of it: a crash brings no time twice.
            if nextMark != nil { nextMark = now }
            guard let scene = book[key: run.entry.scene] else { continue }
            if let missed = run.missed {
                let local = scene.site.clock.rfc3339(missed)
                let again = run.moment == nil ? "" : ", and made up for once"
                skip(scene, .trigger(run.entry.text), "its time was missed (\(local))\(again)", at: now)
            }
            guard run.moment != nil, begun.insert(run.entry.scene).inserted else { continue }
            trigger(run.entry.scene, SceneStart(by: .trigger(run.entry.text), origin: .schedule), at: now)
        }
    }

    /// Makes up for the times since the life before, as for those of a machine that was suspended.
    mutating func makeUp(for memory: Memory, at now: Instant) {
        nextMark = now
        guard let alive = memory.alive else { return }
        let last = Dictionary(memory.scenes.map { (FoldedName.fold($0.scene), $0) }) { _, newer in newer }
        schedule.goOn(
            from: alive,
            been: { entry in
                // That life may have ended between this and its mark.
                guard let record = last[entry.scene], record.by == .trigger(entry.text) else { return nil }
                return record.started
            },
            at: now
        )
        followClock(at: now)
    }

    /// Remembers that the daemon runs, where that is due.
    mutating func markLife(at now: Instant) {
        guard !orders.isStopping, !schedule.entries.isEmpty, let due = nextMark, due <= now else { return }
        nextMark = now + Self.markEvery
        mark(at: now)
    }

    /// The daemon begins to stop.
    mutating func markEnd(at now: Instant) {
        guard !orders.isStopping, nextMark != nil else { return }
        mark(at: now)
    }

    private mutating func mark(at now: Instant) {
        guard !schedule.isBehind else { return }
        outbox.persist(.alive(schedule.reached(at: now)))
    }
}
