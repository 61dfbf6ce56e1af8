/// The reply to `reload`.
public struct ReloadReport: Equatable, Sendable {
    public var houses: Int
    public var elements: Int
    public var scenes: Int
    public var warnings: [String]

    public init(houses: Int, elements: Int, scenes: Int, warnings: [String]) {
        self.houses = houses
        self.elements = elements
        self.scenes = scenes
        self.warnings = warnings
    }
}

extension ReloadReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        houses = try fields.field("houses", object, \.pointee.houses)
        elements = try fields.field("elements", object, \.pointee.elements)
        scenes = try fields.field("scenes", object, \.pointee.scenes)
        warnings = try fields.field("warnings", object, \.pointee.warnings)
    }
}
