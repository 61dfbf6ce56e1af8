/// A house or sector and its content.
public struct PlaceView: Equatable, Sendable {
    /// Stays when it is renamed or moved; nil in lists.
    public var id: String?
    public var path: String
    public var name: String
    /// `house` or `sector`
    public var kind: String
    public var label: String?
    public var elements: [ElementView]
    public var sectors: [PlaceView]
    /// The number of its elements, including those of its sectors, even if they are not listed.
    public var count: Int

    public init(
        path: String,
        name: String,
        kind: String,
        label: String? = nil,
        elements: [ElementView],
        sectors: [PlaceView],
        count: Int
    ) {
        self.path = path
        self.name = name
        self.kind = kind
        self.label = label
        self.elements = elements
        self.sectors = sectors
        self.count = count
    }
}

extension PlaceView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        path = try fields.field("path", object, \.pointee.path)
        name = try fields.field("name", object, \.pointee.name)
        kind = try fields.field("kind", object, \.pointee.kind)
        label = try fields.field("label", object, \.pointee.label)
        elements = try fields.field("elements", object, \.pointee.elements)
        sectors = try fields.field("sectors", object, \.pointee.sectors)
        count = try fields.field("count", object, \.pointee.count)
    }
}
