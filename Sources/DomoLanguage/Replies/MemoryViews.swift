public import DomoModel

// What the daemon's memory tells.

/// What an element was at some time, or, where that is long ago, over an hour or a day.
public struct HistoryEntry: Equatable, Sendable, Codable {
    /// Many changes as one.
    public struct Summary: Equatable, Sendable, Codable {
        /// In seconds. A day is as long as it was on the clocks of the house.
        public var seconds: Int
        public var changes: Int
        /// Of a number or a level; of `on` and `off`, 1 and 0.
        public var minimum: Double
        /// Weighted with time.
        public var mean: Double
        public var maximum: Double

        public init(seconds: Int, changes: Int, minimum: Double, mean: Double, maximum: Double) {
            self.seconds = seconds
            self.changes = changes
            self.minimum = minimum
            self.mean = mean
            self.maximum = maximum
        }
    }

    /// When it changed; where it is a summary, when the hour or the day began.
    public var time: Timestamp
    public var type: String
    /// `on`, `40`, `up`, a text; where it is a summary, the last value in it.
    public var value: String
    public var certainty: Certainty
    public var by: Cause
    public var summary: Summary?

    public init(
        time: Timestamp,
        type: String,
        value: String,
        certainty: Certainty,
        by: Cause,
        summary: Summary? = nil
    ) {
        self.time = time
        self.type = type
        self.value = value
        self.certainty = certainty
        self.by = by
        self.summary = summary
    }
}

/// The answer to `history`, the oldest first: as much as one answer holds.
public struct HistoryPage: Equatable, Sendable, Codable {
    /// The element's whole path.
    public var element: String
    public var unit: String?
    /// What was asked for.
    public var from: Timestamp
    public var to: Timestamp
    /// The first entry of a type may be older than `from`: what it was when the time asked for began.
    public var entries: [HistoryEntry]
    /// For `--after`, where there is more.
    public var next: String?

    public init(
        element: String,
        unit: String? = nil,
        from: Timestamp,
        to: Timestamp,
        entries: [HistoryEntry],
        next: String? = nil
    ) {
        self.element = element
        self.unit = unit
        self.from = from
        self.to = to
        self.entries = entries
        self.next = next
    }
}

/// The answer to `stats`: this week, as far as it has come, beside the last one.
public struct StatsReport: Equatable, Sendable, Codable {
    /// A week begins on Monday at midnight by the clocks of the house.
    public struct Week: Equatable, Sendable, Codable {
        public var from: Timestamp
        public var to: Timestamp
        /// Its length, which a change of the clocks makes an hour shorter or longer.
        public var seconds: Int

        public init(from: Timestamp, to: Timestamp, seconds: Int) {
            self.from = from
            self.to = to
            self.seconds = seconds
        }
    }

    public struct Figures: Equatable, Sendable, Codable {
        /// How often it changed; where it is of several types, of the one that changed most often.
        public var changes: Int
        /// How long it was on (binary), in seconds; nil where it is never on or off.
        public var onSeconds: Int?
        /// Its mean level or number, weighted with time; nil where it has none.
        public var mean: Double?
        public var orders: Int
        /// Orders that failed, expired, or were not confirmed though they should have been.
        public var failures: Int
        /// In milliseconds, from the acceptance to the confirmation; nil where none was confirmed.
        public var confirmedAfter: Double?

        public init(
            changes: Int = 0,
            onSeconds: Int? = nil,
            mean: Double? = nil,
            orders: Int = 0,
            failures: Int = 0,
            confirmedAfter: Double? = nil
        ) {
            self.changes = changes
            self.onSeconds = onSeconds
            self.mean = mean
            self.orders = orders
            self.failures = failures
            self.confirmedAfter = confirmedAfter
        }
    }

    public struct Element: Equatable, Sendable, Codable {
        /// The element's whole path.
        public var element: String
        public var unit: String?
        public var thisWeek: Figures
        public var lastWeek: Figures

        public init(element: String, unit: String? = nil, thisWeek: Figures, lastWeek: Figures) {
            self.element = element
            self.unit = unit
            self.thisWeek = thisWeek
            self.lastWeek = lastWeek
        }
    }

    /// The time zone of the house, a name of the IANA database.
    public var timeZone: String
    public var thisWeek: Week
    public var lastWeek: Week
    /// Those of which anything is known in either week, in the order of the house.
    public var elements: [Element]

    public init(timeZone: String, thisWeek: Week, lastWeek: Week, elements: [Element]) {
        self.timeZone = timeZone
        self.thisWeek = thisWeek
        self.lastWeek = lastWeek
        self.elements = elements
    }
}

/// The answer to `export`, the oldest first, readings and then orders: as much as one answer holds.
public struct ExportPage: Equatable, Sendable, Codable {
    public struct Record: Equatable, Sendable, Codable {
        /// The element's whole path.
        public var element: String
        /// One of the two.
        public var reading: HistoryEntry?
        public var order: OrderRecord?

        public init(element: String, reading: HistoryEntry) {
            self.element = element
            self.reading = reading
        }

        public init(order: OrderRecord) {
            self.element = order.element
            self.order = order
        }
    }

    public var records: [Record]
    /// For `--after`, where there is more.
    public var next: String?

    public init(records: [Record], next: String? = nil) {
        self.records = records
        self.next = next
    }
}

/// The answer to the steps of `backup` and `restore`.
public struct TransferReport: Equatable, Sendable, Codable {
    /// Names the copy in the next steps.
    public var token: String
    /// How long the whole copy is, in bytes.
    public var bytes: Int
    /// The part asked for, in base64.
    public var data: String?
    /// Where the old database is kept, after a restore.
    public var kept: String?

    public init(token: String, bytes: Int, data: String? = nil, kept: String? = nil) {
        self.token = token
        self.bytes = bytes
        self.data = data
        self.kept = kept
    }
}

/// How the daemon's memory does.
public struct MemoryView: Equatable, Sendable, Codable {
    public enum State: String, Sendable, Codable {
        case working
        /// Nothing is stored; orders go on.
        case failing
    }

    public var state: State
    /// The database.
    public var file: String
    /// Its size, in bytes.
    public var bytes: Int
    /// What is wrong.
    public var problem: String?
    /// Records that wait to be written.
    public var waiting: Int
    /// Records lost since the start, because they could not be written.
    public var dropped: Int
    /// What its keeper should know, such as a damaged database that was put aside.
    public var warnings: [String]
    /// The version of its tables while they are being brought up to date; what is to be stored waits until then.
    public var migratingFrom: Int?

    public init(
        state: State,
        file: String,
        bytes: Int,
        problem: String? = nil,
        waiting: Int = 0,
        dropped: Int = 0,
        warnings: [String] = [],
        migratingFrom: Int? = nil
    ) {
        self.state = state
        self.file = file
        self.bytes = bytes
        self.problem = problem
        self.waiting = waiting
        self.dropped = dropped
        self.warnings = warnings
        self.migratingFrom = migratingFrom
    }
}
