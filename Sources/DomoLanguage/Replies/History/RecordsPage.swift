public import DomoModel

/// The reply to `history --from`: records of all elements in the order of writing, one page.
///
/// A record that changed after it was written, such as an order that was confirmed, comes again.
public struct RecordsPage: Equatable, Sendable {
    /// A reading, an order, or an event of the house: exactly one of them, each with a key of its own on the wire.
    public struct Record: Equatable, Sendable {
        /// The full path of the element; nil for events.
        public var element: String?
        public var reading: HistoryEntry?
        public var order: OrderRecord?
        public var event: HouseLogEntry?

        public init(
            element: String? = nil,
            reading: HistoryEntry? = nil,
            order: OrderRecord? = nil,
            event: HouseLogEntry? = nil
        ) {
            self.element = element
            self.reading = reading
            self.order = order
            self.event = event
        }
    }

    /// Records after the cursor that are not there any more, or never were.
    public struct Hole: Equatable, Sendable {
        public enum Part: String, Sendable {
            case readings, orders, events
        }

        public enum Reason: String, Sendable {
            /// Deleted by age or size, or summarized by the hour or day.
            case removed
            /// Never written: the disk failed for so long that they did not fit in memory.
            case lost
        }

        /// The full path of the element; nil for events, and if the records of many elements were lost.
        public var element: String?
        public var part: Part
        public var reason: Reason
        /// The times of the first and the last of them.
        public var from: Timestamp
        public var to: Timestamp
        /// At most how many.
        public var records: Int

        public init(
            element: String?,
            part: Part,
            reason: Reason,
            from: Timestamp,
            to: Timestamp,
            records: Int
        ) {
            self.element = element
            self.part = part
            self.reason = reason
            self.from = from
            self.to = to
            self.records = records
        }
    }

    /// The ID of the database, which is part of each cursor.
    public var database: String
    public var records: [Record]
    public var holes: [Hole]
    /// The cursor for `--from`: later records follow it.
    public var next: String
    /// Whether there are more now.
    public var more: Bool

    public init(database: String, records: [Record] = [], holes: [Hole] = [], next: String = "", more: Bool = false) {
        self.database = database
        self.records = records
        self.holes = holes
        self.next = next
        self.more = more
    }
}

extension RecordsPage: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        database = try fields.field("database", object, \.pointee.database)
        records = try fields.field("records", object, \.pointee.records)
        holes = try fields.field("holes", object, \.pointee.holes)
        next = try fields.field("next", object, \.pointee.next)
        more = try fields.field("more", object, \.pointee.more)
    }
}

extension RecordsPage.Record: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        element = try fields.field("element", object, \.pointee.element)
        reading = try fields.field("reading", object, \.pointee.reading)
        order = try fields.field("order", object, \.pointee.order)
        event = try fields.field("event", object, \.pointee.event)
    }
}

extension RecordsPage.Hole: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        element = try fields.field("element", object, \.pointee.element)
        part = try fields.field("part", object, \.pointee.part)
        reason = try fields.field("reason", object, \.pointee.reason)
        from = try fields.field("from", object, \.pointee.from)
        to = try fields.field("to", object, \.pointee.to)
        records = try fields.field("records", object, \.pointee.records)
    }
}

extension RecordsPage.Hole.Part: WireValue {}
extension RecordsPage.Hole.Reason: WireValue {}
