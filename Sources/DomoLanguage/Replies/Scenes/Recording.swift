/// The reply to `record`.
public struct Recording: Equatable, Sendable {
    public var name: String
    /// The number of recorded orders and started scenes.
    public var orders: Int
    /// The scene file; nil while it is recording.
    public var text: String?
    /// The folder of the scene files; nil if the daemon has none.
    public var folder: String?

    public init(name: String, orders: Int, text: String? = nil, folder: String? = nil) {
        self.name = name
        self.orders = orders
        self.text = text
        self.folder = folder
    }
}

extension Recording: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        orders = try fields.field("orders", object, \.pointee.orders)
        text = try fields.field("text", object, \.pointee.text)
        folder = try fields.field("folder", object, \.pointee.folder)
    }
}
