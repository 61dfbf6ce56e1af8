public import DomoModel

// What passes between the engine and what it is remembered by.

/// Something that is to outlive the daemon.
public enum Record: Sendable, Equatable {
    /// What is known now of one type of an element.
    case reading(element: String, type: FacetType, Reading)
    /// An order, as far as it has come. Takes the place of what was stored of it before, except for its attempts: the
    /// record has only those that began or ended since it was persisted last, and `firstAttempt` is the index of the
    /// first of them.
    case order(OrderRecord, firstAttempt: Int = 0)
    /// The last run of a scene. Takes the place of what was stored of that scene before.
    case scene(SceneRecord)
    /// The daemon runs: its times have come until then. Takes the place of what was stored of that before.
    case alive(Timestamp)
}

/// A question for what was stored.
public enum Recall: Sendable, Equatable {
    /// An element by its whole path, and its unit where the house file gives one.
    public struct Subject: Sendable, Equatable {
        public var path: String
        public var unit: String?

        public init(path: String, unit: String? = nil) {
            self.path = path
            self.unit = unit
        }
    }

    /// - Parameters:
    ///   - elements: whole paths; nil for all.
    ///   - within: the whole paths of the places and elements that are meant; nil for all.
    ///   - before: those with lower numbers than this; nil for the newest.
    ///   - since: those given then or later; nil for all.
    case orders(
        elements: [String]?,
        within: [String]? = nil,
        last: Int,
        before: UInt64? = nil,
        since: Timestamp? = nil
    )
    /// - Parameter timeZone: that of the house; nil for that of the machine.
    case history(Subject, Period, timeZone: String?)
    /// - Parameters:
    ///   - report: what is known without the history; its orders and changes are looked up.
    ///   - elements: the whole paths of the element and of those that are one thing with it.
    case why(WhyReport, elements: [String])
    case health(HealthView)
    case stats([Subject], timeZone: String?)
    case export(Period, timeZone: String?)
    case backup(BackupStep)
    case restore(RestoreStep)
}

/// What an earlier life left behind.
public struct Memory: Sendable, Equatable {
    public struct Known: Sendable, Equatable {
        /// The element's whole path.
        public var element: String
        public var type: FacetType
        public var reading: Reading

        public init(element: String, type: FacetType, reading: Reading) {
            self.element = element
            self.type = type
            self.reading = reading
        }
    }

    public var readings: [Known]
    /// The highest number that an order ever had.
    public var lastOrder: UInt64
    /// At most one a scene. One without an end was running when that life ended.
    public var scenes: [SceneRecord]
    /// Until when that life is known to have run; nil where nothing is known of that.
    public var alive: Timestamp?

    public init(
        readings: [Known] = [],
        lastOrder: UInt64 = 0,
        scenes: [SceneRecord] = [],
        alive: Timestamp? = nil
    ) {
        self.readings = readings
        self.lastOrder = lastOrder
        self.scenes = scenes
        self.alive = alive
    }
}
