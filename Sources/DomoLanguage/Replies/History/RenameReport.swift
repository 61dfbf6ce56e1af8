/// The reply to `rename`.
public struct RenameReport: Equatable, Sendable {
    /// Full paths.
    public var old: String
    public var new: String
    /// How many elements have a history under another path now: of a place, all in it.
    public var elements: Int

    public init(old: String, new: String, elements: Int) {
        self.old = old
        self.new = new
        self.elements = elements
    }
}

extension RenameReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        old = try fields.field("old", object, \.pointee.old)
        new = try fields.field("new", object, \.pointee.new)
        elements = try fields.field("elements", object, \.pointee.elements)
    }
}
