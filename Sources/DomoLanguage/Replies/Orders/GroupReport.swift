/// The answer to `off`: what would be ordered, or what was.
public struct GroupReport: Equatable, Sendable {
    /// The whole paths of the elements that it means.
    public var elements: [String]
    /// What was ordered; nil with `--explain`. What becomes of each is in `orders` and in events.
    public var orders: [OrderReceipt]?

    public init(elements: [String], orders: [OrderReceipt]? = nil) {
        (self.elements, self.orders) = (elements, orders)
    }
}

extension GroupReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        elements = try fields.field("elements", object, \.pointee.elements)
        orders = try fields.field("orders", object, \.pointee.orders)
    }
}
