public import DomoModel

/// A value of an element at some time or, if that is long ago, a summary of an hour or a day.
public struct HistoryEntry: Equatable, Sendable {
    /// A summary of many changes.
    public struct Summary: Equatable, Sendable {
        /// The length in seconds. A day has the length it had in the time zone of the house.
        public var seconds: Int
        public var changes: Int
        /// The smallest number or level; `on` and `off` count as 1 and 0.
        public var minimum: Double
        /// Weighted by time.
        public var mean: Double
        public var maximum: Double
        /// The seconds in which the value was known: the mean is that of this time. Nil if it was always known.
        public var known: Int?

        public init(seconds: Int, changes: Int, minimum: Double, mean: Double, maximum: Double, known: Int? = nil) {
            self.seconds = seconds
            self.changes = changes
            self.minimum = minimum
            self.mean = mean
            self.maximum = maximum
            self.known = known.flatMap { $0 < seconds ? $0 : nil }
        }
    }

    /// When it changed; for a summary, the start of the hour or day.
    public var time: Timestamp
    public var type: String
    /// `on`, `40`, `up`, a text; for a summary, its last value.
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

extension HistoryEntry: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        time = try fields.field("time", object, \.pointee.time)
        type = try fields.field("type", object, \.pointee.type)
        value = try fields.field("value", object, \.pointee.value)
        certainty = try fields.field("certainty", object, \.pointee.certainty)
        by = try fields.cause(object, \.pointee.by)
        summary = try fields.field("summary", object, \.pointee.summary)
    }
}

extension HistoryEntry.Summary: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        seconds = try fields.field("seconds", object, \.pointee.seconds)
        changes = try fields.field("changes", object, \.pointee.changes)
        minimum = try fields.field("minimum", object, \.pointee.minimum)
        mean = try fields.field("mean", object, \.pointee.mean)
        maximum = try fields.field("maximum", object, \.pointee.maximum)
        known = try fields.field("known", object, \.pointee.known)
    }
}
