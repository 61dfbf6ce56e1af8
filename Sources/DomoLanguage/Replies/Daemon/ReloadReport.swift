/// The reply to `reload`.
public struct ReloadReport: Equatable, Sendable {
    /// What was recognized under another name or in another place: its history and its ID follow.
    public struct Renamed: Equatable, Sendable {
        /// Full paths.
        public var old: String
        public var new: String

        public init(old: String, new: String) { (self.old, self.new) = (old, new) }
    }

    public var houses: Int
    public var elements: Int
    public var scenes: Int
    public var warnings: [String]
    /// Of a place or a device with parts only itself; nil if there is nothing.
    public var renamed: [Renamed]?

    public init(houses: Int, elements: Int, scenes: Int, warnings: [String], renamed: [Renamed]? = nil) {
        self.houses = houses
        self.elements = elements
        self.scenes = scenes
        self.warnings = warnings
        self.renamed = renamed
    }
}

extension ReloadReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        houses = try fields.field("houses", object, \.pointee.houses)
        elements = try fields.field("elements", object, \.pointee.elements)
        scenes = try fields.field("scenes", object, \.pointee.scenes)
        warnings = try fields.field("warnings", object, \.pointee.warnings)
        renamed = try fields.field("renamed", object, \.pointee.renamed)
    }
}

extension ReloadReport.Renamed: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        old = try fields.field("old", object, \.pointee.old)
        new = try fields.field("new", object, \.pointee.new)
    }
}
