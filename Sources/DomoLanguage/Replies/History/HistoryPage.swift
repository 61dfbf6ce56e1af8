public import DomoModel

/// The answer to `history`, the oldest first: as much as one answer holds.
public struct HistoryPage: Equatable, Sendable {
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

extension HistoryPage: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        element = try fields.field("element", object, \.pointee.element)
        unit = try fields.field("unit", object, \.pointee.unit)
        from = try fields.field("from", object, \.pointee.from)
        to = try fields.field("to", object, \.pointee.to)
        entries = try fields.field("entries", object, \.pointee.entries)
        next = try fields.field("next", object, \.pointee.next)
    }
}
