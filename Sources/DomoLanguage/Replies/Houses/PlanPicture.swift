/// The reply to `plan show`: the picture of a floor plan.
public struct PlanPicture: Equatable, Sendable {
    /// The full path of the house or sector.
    public var place: String
    /// Its media type: `image/svg+xml`, `image/png` or `image/jpeg`.
    public var type: String
    /// The bytes of the file in Base64.
    public var data: String
    /// Identifies the content.
    public var tag: String

    public init(place: String, type: String, data: String, tag: String) {
        (self.place, self.type, self.data, self.tag) = (place, type, data, tag)
    }
}

/// The reply to `plan move`: the new positions.
public struct PlanPositions: Equatable, Sendable {
    public var positions: [PlanStep.Move]

    public init(positions: [PlanStep.Move]) { self.positions = positions }
}

extension PlanPicture: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        place = try fields.field("place", object, \.pointee.place)
        type = try fields.field("type", object, \.pointee.type)
        data = try fields.field("data", object, \.pointee.data)
        tag = try fields.field("tag", object, \.pointee.tag)
    }
}

extension PlanPositions: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        positions = try fields.field("positions", object, \.pointee.positions)
    }
}

extension PlanStep.Move: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        path = try fields.field("path", object, \.pointee.path)
        x = try fields.field("x", object, \.pointee.x)
        y = try fields.field("y", object, \.pointee.y)
    }
}
