/// What a house sends of its history: the records after one cursor, up to another.
///
/// The house is not part of it: it comes from the subject, which the server checks.
public struct Report: Equatable, Sendable {
    /// A record of the history, as domod wrote it.
    public struct Record: Equatable, Sendable {
        /// The number of the record in its database: with it and the time, a record that comes twice is recognized.
        public var cursor: UInt64
        /// When it was, in milliseconds since 1970 UTC.
        public var time: Int64
        /// The JSON object as domod wrote it, as the items of `records` in the reply to `history --from`.
        public var line: [UInt8]
        /// The full path of the element; nil for an event of the house.
        public var element: String?
        /// What the element became, or what was ordered or reported; nil if the record has no such value.
        public var value: String?
        /// `reading`, `order` or `event`, or a word of a newer domod.
        public var kind: String
    }

    /// Records that are not in any report: the house no longer had them, or never did.
    public struct Gap: Equatable, Sendable {
        /// Why there is a report without these records.
        public enum Reason: String, Sendable, CaseIterable {
            /// Deleted by age or size, or summarized.
            case removed
            /// Never written: the house's disk failed for too long.
            case lost
            /// Larger than a report may be.
            case tooLarge = "too-large"
        }

        /// The full path of the element; nil for events, and for the records of many elements.
        public var element: String?
        /// `readings`, `orders` or `events`.
        public var part: String
        public var reason: Reason
        /// The times of the first and the last of them, in milliseconds since 1970 UTC.
        public var from: Int64
        public var to: Int64
        /// At most how many.
        public var records: Int

        public init(element: String?, part: String, reason: Reason, from: Int64, to: Int64, records: Int) {
            self.element = element
            self.part = part
            self.reason = reason
            self.from = from
            self.to = to
            self.records = records
        }
    }

    /// The state of the house when the report was made.
    public struct Head: Equatable, Sendable {
        /// Of domod.
        public var version: String
        /// The number of open notices.
        public var alarms: Int
        /// The number of endpoints of links that are unreachable.
        public var stale: Int
        /// By the clock of the house, in milliseconds since 1970 UTC.
        public var time: Int64

        public init(version: String, alarms: Int, stale: Int, time: Int64) {
            self.version = version
            self.alarms = alarms
            self.stale = stale
            self.time = time
        }
    }

    /// The ID of the house's database. One that was restored or made anew has another.
    public var database: String
    /// The database that this one has replaced; only in the first report of a database.
    public var replaces: String?
    /// The cursor before the first record, and after the last one. The records are numbered from `from + 1`.
    public var from: UInt64
    public var to: UInt64
    public var head: Head
    public var gaps: [Gap]
    public var records: [Record]

    public init(
        database: String,
        replaces: String? = nil,
        from: UInt64,
        to: UInt64,
        head: Head,
        gaps: [Gap] = [],
        records: [Record] = []
    ) {
        self.database = database
        self.replaces = replaces
        self.from = from
        self.to = to
        self.head = head
        self.gaps = gaps
        self.records = records
    }
}

extension Report {
    /// The size that a house aims at. Servers accept twice that.
    public static let usualBytes = 128 << 10
    /// The size that is read.
    public static let maxBytes = 256 << 10
    public static let maxRecords = 2000
    public static let maxGaps = 100
    /// The version of the format.
    static let format = 1
    /// Cursors are signed numbers of 64 bits in both databases.
    static let maxCursor = UInt64(Int64.max)
    static let maxDatabase = 64
    static let maxVersion = 80
    static let maxPart = 40
    /// A request to domod has at most as many bytes.
    static let maxElement = 64 << 10
}
