public import DomoLanguage
public import DomoModel
import DomoSystem

extension History {
    /// Which changes of a number are stored. On and off, directions and texts are always stored.
    public struct Filter: Sendable, Equatable {
        /// A change smaller than this, in the number's own unit, is not stored.
        public var deadband: Double?
        /// The minimum time between two stored changes. The last change is always stored, if necessary later.
        public var atMostEvery: Duration?

        public init(deadband: Double? = nil, atMostEvery: Duration? = nil) {
            self.deadband = deadband
            self.atMostEvery = atMostEvery
        }
    }

    public struct Settings: Sendable {
        /// The path of the database. Its folder must exist.
        public var file: String
        /// Older records are deleted, except the last state of each element.
        public var keep: Duration
        /// The maximum size of the database in bytes. Beyond it the oldest records are deleted.
        public var size: Int
        /// By full path of the element.
        public var filters: [String: Filter]
        /// The time zone for days and weeks, as an IANA name; nil for the machine's.
        public var timeZone: String?
        /// Numbers older than this are summarized by hour. At least 15 days: `stats` counts single changes.
        public var hoursAfter: Duration = .seconds(30 * 86_400)
        /// Numbers older than this are summarized by day.
        public var daysAfter: Duration = .seconds(180 * 86_400)
        /// How long to wait before a failing database is opened again.
        public var retryAfter: Duration = .seconds(10)
        public var housekeepingEvery: Duration = .seconds(3600)
        /// Whether records are synced to the disk before they are reported as stored.
        public var isDurable = false
        /// Otherwise, the maximum time until written records are synced to the disk. A power cut can lose this much,
        /// plus the tenth of a second for which records wait to be batched, plus the time that the disk takes.
        public var syncEvery: Duration = .seconds(3)
        /// Whether a new database is created only for the first record or query, so that the start doesn't wait for it.
        public var createsLate = false
        /// The maximum number of records that wait to be written, and their maximum size in bytes.
        public var maxWaiting = 65_536
        public var maxWaitingBytes = 32 << 20
        /// The wall clock.
        public var clock: @Sendable () -> Timestamp
        /// The time since the machine was started, which can't be set.
        public var bootClock: @Sendable () -> Duration = { MonotonicClock.sinceBoot() }
        /// Nothing is deleted by age until both clocks have kept pace for this long, or the records prove the time.
        public var clockSteadyFor: Duration = .seconds(6 * 3600)
        /// A file of an earlier version with at most this many orders is migrated as soon as it is opened.
        var maxOrdersMigratedAtOpen = 2000
        /// The tables. Replaced in tests.
        var schema = Schema()
        /// Syncs the log to the disk. Replaced in tests.
        var syncLog: @Sendable (_ log: String) throws -> Void = { try FilePart.sync($0) }
        /// The maximum number of pages of the database, to simulate a full disk in tests.
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

    /// A change that is reported to the administrator.
    public enum Change: Sendable, Equatable {
        /// Nothing is stored until `working`.
        case failing(problem: String)
        case working
        /// The memory that `History.load` could not read. Records received since then are newer.
        case remembered(Memory)
        case warning(String)
        /// The tables of an earlier version are being migrated. New records wait.
        case migrating(from: Int, to: Int)
        /// The migration is complete.
        case migrated
    }
}
