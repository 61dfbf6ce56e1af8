public import DomoModel

// What is told of scenes. Times are UTC; `local` is the same moment by the clocks of the house, as RFC 3339 writes it
// (`2026-11-21T23:30:00+01:00`).

/// How a scene's run ended.
public enum SceneOutcome: String, Sendable, CaseIterable, Codable {
    case done
    /// To its end, and at least one step failed; or, with `on failure stop`, up to the first that did.
    case failed
    /// Somebody stopped it, another of its group began, or it was started again.
    case stopped
    /// It did not begin: it was running already, its conditions did not hold, or its time was missed.
    case skipped
    /// The daemon ended while it ran.
    case lost
}

/// The last run of a scene, as it is remembered.
public struct SceneRecord: Equatable, Sendable, Codable {
    public var scene: String
    /// Who or what started it.
    public var by: Cause
    public var started: Timestamp
    /// Nil while it runs.
    public var ended: Timestamp?
    /// Nil while it runs.
    public var outcome: SceneOutcome?
    /// How many of its steps failed.
    public var failed: Int
    /// For people: why it was stopped or skipped, or what failed first.
    public var message: String?

    public init(
        scene: String,
        by: Cause,
        started: Timestamp,
        ended: Timestamp? = nil,
        outcome: SceneOutcome? = nil,
        failed: Int = 0,
        message: String? = nil
    ) {
        self.scene = scene
        self.by = by
        self.started = started
        self.ended = ended
        self.outcome = outcome
        self.failed = failed
        self.message = message
    }
}

/// The answer to `scenes`.
public struct SceneList: Equatable, Sendable, Decodable {
    public struct Scene: Equatable, Sendable, Decodable {
        public var name: String
        /// Nil for one that was handed over by `run`.
        public var file: String?
        /// Those inside blocks counted.
        public var steps: Int
        /// As they are written.
        public var triggers: [String]
        /// When its next time comes at which its conditions of time hold; nil where none comes. Where there are such
        /// conditions, it is one within a year.
        public var next: Timestamp?
        public var local: String?
        /// What it is doing now, while it runs.
        public var step: String?
        /// Its last run, or the one on its way.
        public var last: SceneRecord?
        /// The last time that something wanted it to begin and it did not, since the last run began: why stands in
        /// `message`. Nil where there was none, or where `last` is that itself.
        public var skipped: SceneRecord?

        public init(
            name: String,
            file: String?,
            steps: Int,
            triggers: [String] = [],
            next: Timestamp? = nil,
            local: String? = nil,
            step: String? = nil,
            last: SceneRecord? = nil,
            skipped: SceneRecord? = nil
        ) {
            self.name = name
            self.file = file
            self.steps = steps
            self.triggers = triggers
            self.next = next
            self.local = local
            self.step = step
            self.last = last
            self.skipped = skipped
        }
    }

    public var scenes: [Scene]

    public init(scenes: [Scene]) {
        self.scenes = scenes
    }
}

/// The answer to `scene NAME` and `run`, once the run has ended.
public struct SceneReport: Equatable, Sendable, Decodable {
    public struct Step: Equatable, Sendable, Decodable {
        /// Where it stands in the scene's file, counted from 1.
        public var line: Int
        /// As it is written.
        public var step: String
        /// What became of an order.
        public var receipt: OrderReceipt?
        public var error: Fault?
        /// What else is to be said of it: `not taken: HomeSecurity is on`.
        public var note: String?

        public init(line: Int, step: String, receipt: OrderReceipt? = nil, error: Fault? = nil, note: String? = nil) {
            self.line = line
            self.step = step
            self.receipt = receipt
            self.error = error
            self.note = note
        }
    }

    public var scene: String
    public var outcome: SceneOutcome
    /// Those that have ended, in the order in which they did.
    public var steps: [Step]
    public var failed: Int
    /// Why it was stopped or skipped.
    public var message: String?

    public init(scene: String, outcome: SceneOutcome, steps: [Step], failed: Int, message: String? = nil) {
        self.scene = scene
        self.outcome = outcome
        self.steps = steps
        self.failed = failed
        self.message = message
    }
}

/// The answer to `calendar`: what would run when.
public struct CalendarPage: Equatable, Sendable, Decodable {
    public struct Entry: Equatable, Sendable, Decodable {
        /// Nil where there is none that day: the note says why.
        public var time: Timestamp?
        /// The moment, or the day alone (`2026-06-21`), by the clocks of the house.
        public var local: String
        public var scene: String
        /// The part of it that brings this: `at sunset+15m`.
        public var trigger: String
        /// `no sunset today`, `02:30 does not exist this day: the clocks are set forward`, `only if HomeSecurity on`.
        public var note: String?

        public init(time: Timestamp?, local: String, scene: String, trigger: String, note: String? = nil) {
            self.time = time
            self.local = local
            self.scene = scene
            self.trigger = trigger
            self.note = note
        }
    }

    public var from: Timestamp
    public var until: Timestamp
    public var entries: [Entry]
    /// Where there are more than are told: ask again from here.
    public var next: Timestamp?

    public init(from: Timestamp, until: Timestamp, entries: [Entry], next: Timestamp? = nil) {
        self.from = from
        self.until = until
        self.entries = entries
        self.next = next
    }
}

/// The answer to `record`.
public struct Recording: Equatable, Sendable, Decodable {
    public var name: String
    /// How many orders there are in it, and scenes that were started.
    public var orders: Int
    /// The scene file; nil while the recording goes on.
    public var text: String?
    /// Where the scene files are; nil where the daemon has no such folder.
    public var folder: String?

    public init(name: String, orders: Int, text: String? = nil, folder: String? = nil) {
        self.name = name
        self.orders = orders
        self.text = text
        self.folder = folder
    }
}

/// What happens to a scene, in an event of the kind `scene`.
public enum SceneProgress: String, Sendable, Decodable {
    case begins
    /// A step has ended: `line`, `message`.
    case step
    /// A step failed: `line`, `message`.
    case failed
    /// What `log` says: `line`, `message`.
    case log
    /// The run ended: `outcome`, `message`.
    case ended
    /// It did not begin: `message`.
    case skipped
}
