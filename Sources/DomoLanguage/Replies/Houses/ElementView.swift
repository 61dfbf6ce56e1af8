/// A device or service with its readings.
public struct ElementView: Equatable, Sendable {
    /// Stays when it is renamed or moved; nil in lists.
    public var id: String?
    public var path: String
    public var name: String
    public var kind: String
    public var types: [String]
    /// One for each type, in the order of the types.
    public var readings: [ReadingView]
    /// The unit of its value, if the house file has one.
    public var unit: String?
    /// Its name for people, if the house file has one.
    public var label: String?
    /// What people are shown of it, if it is a cover.
    public var cover: CoverView?
    /// True if domo itself holds its values.
    public var isVirtual: Bool?
    /// True if its switch is a push button, whose one action is `press`.
    public var isButton: Bool?
    /// What a part is for its device: `set-point`, `mode`.
    public var role: String?
    /// What kind of thing it is: `thermostat`, `door`.
    public var elementClass: String?
    /// The legal values of its text; nil for any text.
    public var options: [String]?
    /// Its parts; nil if it has none.
    public var parts: [ElementView]?

    public init(
        path: String,
        name: String,
        kind: String,
        types: [String],
        readings: [ReadingView],
        unit: String? = nil,
        label: String? = nil,
        cover: CoverView? = nil,
        isVirtual: Bool? = nil,
        isButton: Bool? = nil,
        role: String? = nil,
        elementClass: String? = nil,
        options: [String]? = nil,
        parts: [ElementView]? = nil
    ) {
        self.path = path
        self.name = name
        self.kind = kind
        self.types = types
        self.readings = readings
        self.unit = unit
        self.label = label
        self.cover = cover
        self.isVirtual = isVirtual
        self.isButton = isButton
        self.role = role
        self.elementClass = elementClass
        self.options = options
        self.parts = parts
    }
}

extension ElementView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        path = try fields.field("path", object, \.pointee.path)
        name = try fields.field("name", object, \.pointee.name)
        kind = try fields.field("kind", object, \.pointee.kind)
        types = try fields.field("types", object, \.pointee.types)
        readings = try fields.field("readings", object, \.pointee.readings)
        unit = try fields.field("unit", object, \.pointee.unit)
        label = try fields.field("label", object, \.pointee.label)
        cover = try fields.field("cover", object, \.pointee.cover)
        isVirtual = try fields.field("virtual", object, \.pointee.isVirtual)
        isButton = try fields.field("button", object, \.pointee.isButton)
        role = try fields.field("role", object, \.pointee.role)
        elementClass = try fields.field("class", object, \.pointee.elementClass)
        options = try fields.field("options", object, \.pointee.options)
        parts = try fields.field("parts", object, \.pointee.parts)
    }
}
