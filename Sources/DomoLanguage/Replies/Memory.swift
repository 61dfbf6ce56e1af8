public import DomoModel

// The types that the engine exchanges with the database.

/// A record to be stored.
public enum Record: Sendable, Equatable {
    /// The current reading of one type of an element.
    case reading(element: String, type: FacetType, Reading)
    /// The current state of an order. It replaces what was stored of the order, except for its attempts: the record has
    /// only those that began or ended since it was last stored, and `firstAttempt` is the index of the first of them.
    case order(OrderRecord, firstAttempt: Int = 0)
    /// The last run of a scene. It replaces the stored run of that scene.
    case scene(SceneRecord)
    /// A heartbeat: the daemon has handled all times up to this one. It replaces the stored heartbeat.
    case alive(Timestamp)
    /// An event. Equal ones within a time are counted (`LogEntry.Kind.span`).
    case log(LogEntry)
    /// An event of the house. Equal ones within a time are counted (`HouseLogEntry.Kind.span`).
    case event(HouseLogEntry)
}

/// A query of the stored data.
public enum Recall: Sendable, Equatable {
    /// An element by its full path, with its unit if it has one.
    public struct Subject: Sendable, Equatable {
        public var path: String
        public var unit: String?

        public init(path: String, unit: String? = nil) {
            self.path = path
            self.unit = unit
        }
    }

    /// - Parameters:
    ///   - elements: full paths; nil for all.
    ///   - within: full paths of places and elements to which the list is limited; nil for all.
    ///   - before: lists orders with lower numbers than this; nil for the newest.
    ///   - since: lists orders given at this time or later; nil for all.
    case orders(
        elements: [String]?,
        within: [String]? = nil,
        last: Int,
        before: UInt64? = nil,
        since: Timestamp? = nil
    )
    /// - Parameter timeZone: the time zone of the house; nil for that of the machine.
    case history(Subject, Period, timeZone: String?)
    /// - Parameters:
    ///   - report: the report without orders and changes, which are looked up.
    ///   - elements: the full paths of the element and of the elements coupled with it.
    indirect case why(WhyReport, elements: [String])
    indirect case health(HealthView)
    case stats([Subject], timeZone: String?)
    case export(Period, timeZone: String?)
    case log(LogQuestion, timeZone: String?)
    /// - Parameters:
    ///   - about: the full path of the place or element that it is about; nil for all.
    ///   - within: full paths of places and elements to which the log is limited; nil for all.
    case houseLog(HouseLogQuestion, about: String?, within: [String]?, timeZone: String?)
    /// All records after a cursor.
    case records(from: String, about: String?, within: [String]?)
    /// - Parameters:
    ///   - old: a full path that no element or place has.
    ///   - new: the full path of an element, or of a place, which takes only what is below the old path.
    case rename(old: String, new: String, isPlace: Bool)
    case backup(BackupStep)
    case restore(RestoreStep)
}

/// What the previous run of the daemon stored.
public struct Memory: Sendable, Equatable {
    public struct Known: Sendable, Equatable {
        /// The full path of the element.
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
    /// The highest order number so far.
    public var lastOrder: UInt64
    /// At most one for each scene. A run without an end was active when the previous run of the daemon ended.
    public var scenes: [SceneRecord]
    /// The last heartbeat of the previous run; nil if there is none.
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
