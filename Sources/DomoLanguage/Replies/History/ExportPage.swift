/// The reply to `export`, the oldest first, readings and then orders: one page.
public struct ExportPage: Equatable, Sendable {
    public struct Record: Equatable, Sendable {
        /// The full path of the element.
        public var element: String
        /// Either a reading or an order.
        public var reading: HistoryEntry?
        public var order: OrderRecord?

        public init(element: String, reading: HistoryEntry) {
            self.element = element
            self.reading = reading
        }

        public init(order: OrderRecord) {
            self.element = order.element
            self.order = order
        }
    }

    public var records: [Record]
    /// For `--after`, if there are more pages.
    public var next: String?

    public init(records: [Record], next: String? = nil) {
        self.records = records
        self.next = next
    }
}

extension ExportPage: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        records = try fields.field("records", object, \.pointee.records)
        next = try fields.field("next", object, \.pointee.next)
    }
}

extension ExportPage.Record: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        element = try fields.field("element", object, \.pointee.element)
        reading = try fields.field("reading", object, \.pointee.reading)
        order = try fields.field("order", object, \.pointee.order)
    }
}
