public import DomoLanguage
public import DomoModel
import DomoSystem

extension History {
    /// Which changes of a number are worth a row. On and off, directions and words are always kept.
    public struct Filter: Sendable, Equatable {
        /// A change smaller than this, in the number's own unit, is not kept.
        public var deadband: Double?
        /// Two changes are kept at least this far apart; the last one is kept in the end.
        public var atMostEvery: Duration?

        public init(deadband: Double? = nil, atMostEvery: Duration? = nil) {
            self.deadband = deadband
            self.atMostEvery = atMostEvery
        }
    }

    public struct Settings: Sendable {
        /// The database; its folder must be there.
        public var file: String
        /// What is older is dropped. What each element was last is never too old.
        public var keep: Duration
        /// The database is kept below this, in bytes, by dropping the oldest.
        public var size: Int
        /// By whole path.
        public var filters: [String: Filter]
        /// The zone whose days and weeks count, a name of the IANA database; nil for that of the machine.
        public var timeZone: String?
        /// Numbers older than this are kept by the hour. At least 15 days: `stats` counts single changes.
        public var hoursAfter: Duration = .seconds(30 * 86_400)
        /// Numbers older than this are kept by the day.
        public var daysAfter: Duration = .seconds(180 * 86_400)
        /// How long a failing database is left alone.
        public var retryAfter: Duration = .seconds(10)
        public var housekeepingEvery: Duration = .seconds(3600)
        /// Whether what is stored has reached the disk before anybody is told so.
        public var isDurable = false
        /// Otherwise what was written is on the disk after so long at the latest: what a power cut may cost, but for a
        /// tenth of a second in which records wait for company, and for the time that the disk takes.
        public var syncEvery: Duration = .seconds(3)
        /// The most records that wait to be written, and their bytes.
        public var maxWaiting = 65_536
        public var maxWaitingBytes = 32 << 20
        /// The wall clock.
        public var clock: @Sendable () -> Timestamp
        /// The time since the machine's start, which nobody can set.
        public var bootClock: @Sendable () -> Duration = { MonotonicClock.sinceBoot() }
        /// Nothing is deleted by its age until both clocks have kept pace for so long, or the records prove the time.
        public var clockSteadyFor: Duration = .seconds(6 * 3600)
        /// A file of an earlier version with no more orders than this is migrated as soon as it is opened.
        var maxOrdersMigratedAtOpen = 2000
        /// For tests: brings the log to the disk.
        var syncLog: @Sendable (_ log: String) throws -> Void = { try FilePart.sync($0) }
        /// For tests: the most pages that the database may have, as if the disk were full.
        var maxPages: Int?

        public init(
            file: String,
            keep: Duration = .seconds(400 * 86_400),
            size: Int = 512 << 20,
            filters: [String: Filter] = [:],
            timeZone: String? = nil,
            clock: @escaping @Sendable () -> Timestamp = wallClock
        ) {
            self.file = file
            self.keep = keep
            self.size = size
            self.filters = filters
            self.timeZone = timeZone
            self.clock = clock
        }
    }

    /// What the administrator should hear.
    public enum Change: Sendable, Equatable {
        /// Nothing is stored until `working`; the problem in words.
        case failing(problem: String)
        case working
        /// What `History.load` could not read before. What was told meanwhile is newer.
        case remembered(Memory)
        case warning(String)
        /// The tables of an earlier domo are being brought up to date; what is to be stored waits.
        case migrating(from: Int, to: Int)
        /// They are up to date.
        case migrated
    }
}
