import DomoLanguage
import DomoModel

/// The scheduled times of scenes.
struct Schedule: Sendable {
    /// A time missed by at most this is made up for.
    static let patience: Duration = .seconds(300)
    /// Setting the clock back by less than this does not repeat any time.
    static let minStep: Duration = .seconds(3600)

    struct Entry: Sendable {
        /// The key of its scene.
        var scene: String
        /// The trigger as written.
        var text: String
        var occurrences: Occurrences
        /// The time conditions of its scene.
        var conditions: TimeConditions
        var due: Timestamp?
        /// All times up to this one are done.
        var done: Timestamp?
        /// The next time after a moment, found when the entry was created.
        private let known: (after: Timestamp, due: Timestamp?)

        init(
            scene: String,
            text: String,
            occurrences: Occurrences,
            conditions: TimeConditions,
            after now: Timestamp
        ) {
            self.scene = scene
            self.text = text
            self.occurrences = occurrences
            self.conditions = conditions
            known = (now, occurrences.next(after: now)?.moment)
        }

        /// The first time after a moment.
        fileprivate func next(after time: Timestamp) -> Timestamp? {
            if let due = known.due, known.after <= time, time < due { return due }
            return occurrences.next(after: time)?.moment
        }
    }

    struct Run: Sendable {
        var entry: Entry
        /// When it was due; nil if all due times were missed.
        var moment: Timestamp?
        /// The first time that was missed by too much; nil if none was.
        var missed: Timestamp?
    }

    private(set) var entries: [Entry] = []
    private var ofScene: [String: [Int]] = [:]
    private var timers = Timers<Int, Timestamp>()
    private var last: Instant?
    /// The end of the previous run, if the clock shows an earlier time, and since when that is known.
    private var ahead: (end: Timestamp, since: Instant)?

    /// True while the clock may not have been set yet, so that its time must not be stored.
    var isBehind: Bool { ahead != nil }

    var earliest: Timestamp? { timers.earliest }

    /// The time up to which everything is done: later than now if the clock was set back by too little to repeat times.
    func reached(at now: Instant) -> Timestamp {
        entries.lazy.compactMap(\.done).filter { $0 - now.wall < Self.minStep }.reduce(now.wall, max)
    }

    /// Applies a load. Times that are done are not repeated.
    mutating func load(_ new: [Entry], at now: Instant) {
        struct Key: Hashable {
            var scene: String
            var text: String
        }
        let done = Dictionary(entries.map { (Key(scene: $0.scene, text: $0.text), $0.done) }) { first, _ in first }
        entries = new
        ofScene = Dictionary(grouping: entries.indices) { new[$0].scene }
        for number in entries.indices {
            entries[number].done = done[Key(scene: entries[number].scene, text: entries[number].text)] ?? nil
        }
        scheduleAll(after: now.wall)
    }

    /// Makes the times since the previous run due. Called once, after the first load.
    ///
    /// - Parameters:
    ///   - alive: the last time at which that run is known to have been running.
    ///   - done: the time beyond that up to which an entry's times are known to be done.
    mutating func resume(from alive: Timestamp, done: (Entry) -> Timestamp?, at now: Instant) {
        timers = Timers()
        if alive > now.wall { ahead = (alive, now) }
        for number in entries.indices {
            // The entry's time from this run is newer.
            guard entries[number].done == nil else {
                schedule(number, after: now.wall)
                continue
            }
            let end = max(alive, done(entries[number]) ?? alive)
            entries[number].done = end
            schedule(number, after: min(end, now.wall))
        }
    }

    private mutating func scheduleAll(after time: Timestamp) {
        timers = Timers()
        for number in entries.indices { schedule(number, after: time) }
    }

    private mutating func schedule(_ number: Int, after time: Timestamp) {
        var time = time
        if let done = entries[number].done {
            // The clock was set back, by a little or to another day.
            if done - time < Self.minStep { time = max(time, done) } else { entries[number].done = nil }
        }
        let due = entries[number].next(after: time)
        entries[number].due = due
        if let due { timers.add(number, at: due) }
    }

    /// The scene's next time at which its conditions hold. With conditions, the search is limited to a year and 1,000
    /// times.
    ///
    /// - Parameter checks: the number of times that may be checked. Nil is also returned if none are left.
    func next(of scene: String, checks: inout Int, at now: Instant) -> Timestamp? {
        var next: Timestamp?
        for number in ofScene[scene] ?? [] {
            guard let moment = self.next(number, checks: &checks, at: now.wall) else { continue }
            next = min(next ?? moment, moment)
        }
        return next
    }

    private func next(_ number: Int, checks: inout Int, at now: Timestamp) -> Timestamp? {
        guard let due = entries[number].due, !entries[number].conditions.isEmpty else { return entries[number].due }
        let share = min(checks, Self.maxChecks)
        var own = share
        let (before, end) = (due + .milliseconds(-1), now + .seconds(366 * 86_400))
        let entry = entries[number]
        let found = entry.conditions.next(of: entry.occurrences, after: before, until: end, checks: &own)
        checks -= share - own
        if case .found(let occurrence) = found { return occurrence.moment }
        return nil
    }

    private static let maxChecks = 1000

    /// Removes and returns what is due. After a long sleep or a clock set forward, a frequent time is due once.
    mutating func takeDue(at now: Instant) -> [Run] {
        defer { last = now }
        if let last {
            let step = (now.wall - last.wall) - (now - last)
            if step < .zero - Self.minStep { scheduleAll(after: now.wall) }
        }
        catchUp(at: now)
        var runs: [Run] = []
        while let number = timers.popDue(at: now.wall) {
            guard let due = entries[number].due else { continue }
            var run = Run(entry: entries[number])
            let oldest = now.wall + (.zero - Self.patience)
            if due >= oldest {
                run.moment = due
            } else {
                run.missed = due
                let late = entries[number].occurrences.next(after: oldest + .milliseconds(-1))?.moment
                if let late, late <= now.wall { run.moment = late }
            }
            runs.append(run)
            entries[number].done = max(entries[number].done ?? now.wall, now.wall)
            schedule(number, after: now.wall)
        }
        return runs
    }

    /// A machine without a hardware clock starts in the past; later its clock is set forward over times that are done.
    private mutating func catchUp(at now: Instant) {
        guard let ahead else { return }
        if now.wall >= ahead.end {
            self.ahead = nil
            scheduleAll(after: ahead.end)
        } else if now - ahead.since >= Self.minStep {
            // It was the previous run that had a wrong clock.
            self.ahead = nil
        }
    }
}
