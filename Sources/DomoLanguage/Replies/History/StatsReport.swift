public import DomoModel

/// The reply to `stats`: this week so far, compared with last week.
public struct StatsReport: Equatable, Sendable {
    /// A week, which begins on Monday at midnight in the time zone of the house.
    public struct Week: Equatable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        /// Its length, which may be an hour shorter or longer when the clocks change.
        public var seconds: Int

        public init(from: Timestamp, to: Timestamp, seconds: Int) {
            self.from = from
            self.to = to
            self.seconds = seconds
        }
    }

    public struct Figures: Equatable, Sendable {
        /// How often it changed; with several types, that of the type that changed most often.
        public var changes: Int
        /// How long it was on (binary), in seconds; nil without a binary type.
        public var onSeconds: Int?
        /// Its mean level or number, weighted by time; nil if it has none.
        public var mean: Double?
        public var orders: Int
        /// Orders that failed, expired, or were not confirmed though they should have been.
        public var failures: Int
        /// The mean time from acceptance to confirmation, in milliseconds; nil if no order was confirmed.
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

    public struct Element: Equatable, Sendable {
        /// The full path of the element.
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
    /// The elements with data in either week, in the order of the house.
    public var elements: [Element]

    public init(timeZone: String, thisWeek: Week, lastWeek: Week, elements: [Element]) {
        self.timeZone = timeZone
        self.thisWeek = thisWeek
        self.lastWeek = lastWeek
        self.elements = elements
    }
}

extension StatsReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        timeZone = try fields.field("timeZone", object, \.pointee.timeZone)
        thisWeek = try fields.field("thisWeek", object, \.pointee.thisWeek)
        lastWeek = try fields.field("lastWeek", object, \.pointee.lastWeek)
        elements = try fields.field("elements", object, \.pointee.elements)
    }
}

extension StatsReport.Week: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        from = try fields.field("from", object, \.pointee.from)
        to = try fields.field("to", object, \.pointee.to)
        seconds = try fields.field("seconds", object, \.pointee.seconds)
    }
}

extension StatsReport.Figures: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        changes = try fields.field("changes", object, \.pointee.changes)
        onSeconds = try fields.field("onSeconds", object, \.pointee.onSeconds)
        mean = try fields.field("mean", object, \.pointee.mean)
        orders = try fields.field("orders", object, \.pointee.orders)
        failures = try fields.field("failures", object, \.pointee.failures)
        confirmedAfter = try fields.field("confirmedAfter", object, \.pointee.confirmedAfter)
    }
}

extension StatsReport.Element: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        element = try fields.field("element", object, \.pointee.element)
        unit = try fields.field("unit", object, \.pointee.unit)
        thisWeek = try fields.field("thisWeek", object, \.pointee.thisWeek)
        lastWeek = try fields.field("lastWeek", object, \.pointee.lastWeek)
    }
}
