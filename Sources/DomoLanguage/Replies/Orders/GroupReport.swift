/// The reply to `off` and `set --all`.
public struct GroupReport: Equatable, Sendable {
    /// The full paths of the affected elements.
    public var elements: [String]
    /// The orders given; nil with `--explain`. Their results are in `orders` and in events.
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
