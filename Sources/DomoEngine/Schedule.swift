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
        var due: Timestamp?
    }

    struct Run: Sendable {
        var entry: Entry
        /// When it was due; nil where the only ones are missed.
        var moment: Timestamp?
        /// The first that was missed by too much; nil where none was.
        var missed: Timestamp?
    }

    private(set) var entries: [Entry] = []
    private var timers = Timers<Int, Timestamp>()
    private var last: Instant?

    var earliest: Timestamp? { timers.earliest }

    mutating func load(_ entries: [Entry], at now: Instant) {
        self.entries = entries
        reckon(after: now.wall)
    }

    private mutating func reckon(after time: Timestamp) {
        timers = Timers()
        for number in entries.indices { reckon(number, after: time) }
    }

    private mutating func reckon(_ number: Int, after time: Timestamp) {
        let due = entries[number].occurrences.next(after: time)?.moment
        entries[number].due = due
        if let due { timers.add(number, at: due) }
    }

    /// When the next of a scene's times comes.
    func next(of scene: String) -> Timestamp? {
        entries.lazy.filter { $0.scene == scene }.compactMap(\.due).min()
    }

    /// Takes out what is due. After a long sleep, or a clock that was set forward, a time that comes often is due once.
    mutating func takeDue(at now: Instant) -> [Run] {
        defer { last = now }
        if let last {
            let step = (now.wall - last.wall) - (now - last)
            if step < .zero - Self.shortestStep { reckon(after: now.wall) }
        }
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
            reckon(number, after: now.wall)
        }
        return runs
    }
}
