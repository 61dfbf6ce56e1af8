public import DomoModel

/// The reply to `history`, the oldest first: one page.
public struct HistoryPage: Equatable, Sendable {
    /// The full path of the element.
    public var element: String
    public var unit: String?
    /// The requested period.
    public var from: Timestamp
    public var to: Timestamp
    /// The first entry of a type may be older than `from`: it is the value at the start of the period.
    public var entries: [HistoryEntry]
    /// For `--after`, if there are more pages.
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
