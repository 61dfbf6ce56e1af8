public import DomoModel

/// What an element was at some time, or, where that is long ago, over an hour or a day.
public struct HistoryEntry: Equatable, Sendable {
    /// Many changes as one.
    public struct Summary: Equatable, Sendable {
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
    }
}
