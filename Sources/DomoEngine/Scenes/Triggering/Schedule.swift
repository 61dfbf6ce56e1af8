import DomoLanguage
import DomoModel

/// When the times of the scenes come next.
struct Schedule: Sendable {
    /// A time that is missed by no more than this is made up for.
    static let patience: Duration = .seconds(300)
    /// A clock that is set back by less than this brings no time again that has been.
    static let shortestStep: Duration = .seconds(3600)

    struct Entry: Sendable {
        /// The key of its scene.
        var scene: String
        /// As it is written.
        var text: String
        var occurrences: Occurrences
        /// The conditions of time of its scene.
        var conditions: TimeConditions
        var due: Timestamp?
        /// Up to then its times have been.
        var been: Timestamp?
        /// The next after a moment, as it was looked for when the entry was made.
        private let known: (after: Timestamp, due: Timestamp?)

        init(
            scene: String,
            text: String,
            occurrences: Occurrences,
            conditions: TimeConditions,
            lookingFrom now: Timestamp
        ) {
            self.scene = scene
            self.text = text
            self.occurrences = occurrences
            self.conditions = conditions
            known = (now, occurrences.next(after: now)?.moment)
        }

        /// The first of its times that is later than that.
        fileprivate func next(after time: Timestamp) -> Timestamp? {
            if let due = known.due, known.after <= time, time < due { return due }
            return occurrences.next(after: time)?.moment
        }
    }

    struct Run: Sendable {
        var entry: Entry
        /// When it was due; nil where the only ones are missed.
        var moment: Timestamp?
        /// The first that was missed by too much; nil where none was.
        var missed: Timestamp?
    }

    private(set) var entries: [Entry] = []
    private var ofScene: [String: [Int]] = [:]
    private var timers = Timers<Int, Timestamp>()
    private var last: Instant?
    /// Until when the life before ran, where the clock stands earlier than that, and since when that is known.
    private var ahead: (end: Timestamp, since: Instant)?

    /// True while it may be that the clock was not set yet: what it says is not to be remembered.
    var isBehind: Bool { ahead != nil }

    var earliest: Timestamp? { timers.earliest }

    /// How far the times have come: beyond now where the clock was set back by too little to bring them again.
    func reached(at now: Instant) -> Timestamp {
        entries.lazy.compactMap(\.been).filter { $0 - now.wall < Self.shortestStep }.reduce(now.wall, max)
    }

    /// What has been does not come again with a load.
    mutating func load(_ new: [Entry], at now: Instant) {
        struct Key: Hashable {
            var scene: String
            var text: String
        }
        let been = Dictionary(entries.map { (Key(scene: $0.scene, text: $0.text), $0.been) }) { first, _ in first }
        entries = new
        ofScene = Dictionary(grouping: entries.indices) { new[$0].scene }
        for number in entries.indices {
            entries[number].been = been[Key(scene: entries[number].scene, text: entries[number].text)] ?? nil
        }
        reckon(after: now.wall)
    }

    /// Makes due what has come since the life before. Once, after the first load.
    ///
    /// - Parameters:
    ///   - alive: until when that life is known to have run.
    ///   - been: until when the times of an entry are known to have come beyond that.
    mutating func goOn(from alive: Timestamp, been: (Entry) -> Timestamp?, at now: Instant) {
        timers = Timers()
        if alive > now.wall { ahead = (alive, now) }
        for number in entries.indices {
            // That of this life is newer.
            guard entries[number].been == nil else {
                reckon(number, after: now.wall)
                continue
            }
            let end = max(alive, been(entries[number]) ?? alive)
            entries[number].been = end
            reckon(number, after: min(end, now.wall))
        }
    }

    private mutating func reckon(after time: Timestamp) {
        timers = Timers()
        for number in entries.indices { reckon(number, after: time) }
    }

    private mutating func reckon(_ number: Int, after time: Timestamp) {
        var time = time
        if let been = entries[number].been {
            // The clock was set back: by a little, or to another day.
            if been - time < Self.shortestStep { time = max(time, been) } else { entries[number].been = nil }
        }
        let due = entries[number].next(after: time)
        entries[number].due = due
        if let due { timers.add(number, at: due) }
    }

    /// When the next of a scene's times comes at which its conditions hold. Where there are conditions, no further ahead
    /// than a year is looked, nor at more than 1,000 times.
    ///
    /// - Parameter looks: how many times may be looked at; nil where no more are left.
    func next(of scene: String, looks: inout Int, at now: Instant) -> Timestamp? {
        var next: Timestamp?
        for number in ofScene[scene] ?? [] {
            guard let moment = self.next(number, looks: &looks, at: now.wall) else { continue }
            next = min(next ?? moment, moment)
        }
        return next
    }

    private func next(_ number: Int, looks: inout Int, at now: Timestamp) -> Timestamp? {
        guard let due = entries[number].due, !entries[number].conditions.isEmpty else { return entries[number].due }
        let share = min(looks, Self.maxLooks)
        var own = share
        let (before, end) = (due + .milliseconds(-1), now + .seconds(366 * 86_400))
        let entry = entries[number]
        let found = entry.conditions.next(of: entry.occurrences, after: before, until: end, looks: &own)
        looks -= share - own
        if case .found(let occurrence) = found { return occurrence.moment }
        return nil
    }

    private static let maxLooks = 1000

    /// Takes out what is due. After a long sleep, or a clock that was set forward, a time that comes often is due once.
    mutating func takeDue(at now: Instant) -> [Run] {
        defer { last = now }
        if let last {
            let step = (now.wall - last.wall) - (now - last)
            if step < .zero - Self.shortestStep { reckon(after: now.wall) }
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
            entries[number].been = max(entries[number].been ?? now.wall, now.wall)
            reckon(number, after: now.wall)
        }
        return runs
    }

    /// A machine without a clock of its own begins in the past, and is then set forward over times that have been.
    private mutating func catchUp(at now: Instant) {
        guard let ahead else { return }
        if now.wall >= ahead.end {
            self.ahead = nil
            reckon(after: ahead.end)
        } else if now - ahead.since >= Self.shortestStep {
            // It was the life before that went by a wrong clock.
            self.ahead = nil
        }
    }
}
