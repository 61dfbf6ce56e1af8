/// The reply to `off` and `set --all`.
public struct GroupReport: Equatable, Sendable {
    /// An element that takes the value, and that orders for places leave out.
    public struct LeftOut: Equatable, Sendable {
        /// Its full path.
        public var element: String
        /// For people: `class lock`.
        public var reason: String

        public init(element: String, reason: String) { (self.element, self.reason) = (element, reason) }
    }

    /// The full paths of the affected elements.
    public var elements: [String]
    /// The orders given; nil with `--explain`. Their results are in `orders` and in events.
    public var orders: [OrderReceipt]?
    /// What the order leaves out although it takes the value; only with `--explain`, nil if there is nothing.
    public var leftOut: [LeftOut]?

    public init(elements: [String], orders: [OrderReceipt]? = nil, leftOut: [LeftOut]? = nil) {
        (self.elements, self.orders, self.leftOut) = (elements, orders, leftOut)
    }
}

extension GroupReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        elements = try fields.field("elements", object, \.pointee.elements)
        orders = try fields.field("orders", object, \.pointee.orders)
        leftOut = try fields.field("leftOut", object, \.pointee.leftOut)
    }
}

extension GroupReport.LeftOut: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        element = try fields.field("element", object, \.pointee.element)
        reason = try fields.field("reason", object, \.pointee.reason)
    }
}
