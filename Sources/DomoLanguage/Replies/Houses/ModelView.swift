/// The reply to `model`: the houses as their files describe them, without readings.
public struct ModelView: Equatable, Sendable {
    public var houses: [ModelPlace]

    public init(houses: [ModelPlace]) { self.houses = houses }
}

/// A house or sector as its file describes it.
public struct ModelPlace: Equatable, Sendable {
    /// Stays when it is renamed or moved; nil unless requested.
    public var id: String?
    public var path: String
    public var name: String
    /// `house` or `sector`
    public var kind: String
    public var labels: ModelLabels?
    public var icon: String?
    /// True if it has a floor plan.
    public var plan: Bool?
    /// The position of a sector on the plan of the place that contains it.
    public var position: ModelElement.Position?
    public var elements: [ModelElement]
    public var sectors: [ModelPlace]

    public init(
        path: String,
        name: String,
        kind: String,
        labels: ModelLabels? = nil,
        icon: String? = nil,
        plan: Bool? = nil,
        position: ModelElement.Position? = nil,
        elements: [ModelElement],
        sectors: [ModelPlace]
    ) {
        self.path = path
        self.name = name
        self.kind = kind
        self.labels = labels
        self.icon = icon
        self.plan = plan
        self.position = position
        self.elements = elements
        self.sectors = sectors
    }
}

/// A device or service as its file describes it.
public struct ModelElement: Equatable, Sendable {
    /// A legal value of a text.
    public struct Option: Equatable, Sendable {
        public var value: String
        public var labels: ModelLabels?

        public init(value: String, labels: ModelLabels? = nil) { (self.value, self.labels) = (value, labels) }
    }

    public struct Light: Equatable, Sendable {
        /// False for a lamp with white only.
        public var colours: Bool
        /// The range of its white, in K; nil if it has none.
        public var white: Kelvins?

        public init(colours: Bool, white: Kelvins?) { (self.colours, self.white) = (colours, white) }
    }

    public struct Kelvins: Equatable, Sendable {
        public var minimum: Int
        public var maximum: Int

        public init(minimum: Int, maximum: Int) { (self.minimum, self.maximum) = (minimum, maximum) }
    }

    public struct Position: Equatable, Sendable {
        /// A fraction of the plan's width and height, 0–1.
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// Stays when it is renamed or moved; nil unless requested.
    public var id: String?
    public var path: String
    public var name: String
    public var kind: String
    /// In the order of the controls.
    public var types: [String]
    /// The types that take orders.
    public var writable: [String]
    /// True if its level changes while a button is held: `domo dim ELEMENT up` and `stop`.
    public var dims: Bool?
    /// The level at which a cover and its slats are open, 0 or 100; nil for what is no cover, and if its link does not say.
    public var openAt: Int?
    /// True if domo itself holds its values.
    public var isVirtual: Bool?
    /// True if its switch is a push button, whose one action is `press`.
    public var isButton: Bool?
    public var labels: ModelLabels?
    public var icon: String?
    public var unit: String?
    public var minimum: Double?
    public var maximum: Double?
    public var step: Double?
    public var position: Position?
    /// What a part is for its device: `set-point`, `mode`.
    public var role: String?
    /// What kind of thing it is: `thermostat`, `door`.
    public var elementClass: String?
    /// The legal values of its text; nil for any text.
    public var options: [Option]?
    /// What light a lamp with colours has; nil for all other elements.
    public var light: Light?
    /// Its parts; nil if it has none.
    public var parts: [ModelElement]?

    public init(path: String, name: String, kind: String, types: [String], writable: [String]) {
        self.path = path
        self.name = name
        self.kind = kind
        self.types = types
        self.writable = writable
    }
}

/// Names for people, by language tag; the empty tag is the label for any language.
public struct ModelLabels: Equatable, Sendable, WireValue {
    public var texts: [String: String]

    /// Nil if there are none.
    public init?(_ texts: [String: String]?) {
        guard let texts, !texts.isEmpty else { return nil }
        self.texts = texts
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            for (language, text) in texts.sorted(by: { $0.key < $1.key }) {
                json.key(word: language)
                json.string(text)
            }
        }
    }

    public init(from decoder: any Decoder) throws {
        texts = try decoder.singleValueContainer().decode([String: String].self)
    }
}

extension ModelView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        houses = try fields.field("houses", object, \.pointee.houses)
    }
}

extension ModelPlace: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        path = try fields.field("path", object, \.pointee.path)
        name = try fields.field("name", object, \.pointee.name)
        kind = try fields.field("kind", object, \.pointee.kind)
        labels = try fields.field("labels", object, \.pointee.labels)
        icon = try fields.field("icon", object, \.pointee.icon)
        plan = try fields.field("plan", object, \.pointee.plan)
        position = try fields.field("position", object, \.pointee.position)
        elements = try fields.field("elements", object, \.pointee.elements)
        sectors = try fields.field("sectors", object, \.pointee.sectors)
    }
}

extension ModelElement: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        path = try fields.field("path", object, \.pointee.path)
        name = try fields.field("name", object, \.pointee.name)
        kind = try fields.field("kind", object, \.pointee.kind)
        types = try fields.field("types", object, \.pointee.types)
        writable = try fields.field("writable", object, \.pointee.writable)
        dims = try fields.field("dims", object, \.pointee.dims)
        openAt = try fields.field("openAt", object, \.pointee.openAt)
        isVirtual = try fields.field("virtual", object, \.pointee.isVirtual)
        isButton = try fields.field("button", object, \.pointee.isButton)
        labels = try fields.field("labels", object, \.pointee.labels)
        icon = try fields.field("icon", object, \.pointee.icon)
        unit = try fields.field("unit", object, \.pointee.unit)
        minimum = try fields.field("minimum", object, \.pointee.minimum)
        maximum = try fields.field("maximum", object, \.pointee.maximum)
        step = try fields.field("step", object, \.pointee.step)
        position = try fields.field("position", object, \.pointee.position)
        role = try fields.field("role", object, \.pointee.role)
        elementClass = try fields.field("class", object, \.pointee.elementClass)
        options = try fields.field("options", object, \.pointee.options)
        light = try fields.field("light", object, \.pointee.light)
        parts = try fields.field("parts", object, \.pointee.parts)
    }
}

extension ModelElement.Light: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        colours = try fields.field("colours", object, \.pointee.colours)
        white = try fields.field("white", object, \.pointee.white)
    }
}

extension ModelElement.Kelvins: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        minimum = try fields.field("minimum", object, \.pointee.minimum)
        maximum = try fields.field("maximum", object, \.pointee.maximum)
    }
}

extension ModelElement.Option: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        value = try fields.field("value", object, \.pointee.value)
        labels = try fields.field("labels", object, \.pointee.labels)
    }
}

extension ModelElement.Position: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        x = try fields.field("x", object, \.pointee.x)
        y = try fields.field("y", object, \.pointee.y)
    }
}
