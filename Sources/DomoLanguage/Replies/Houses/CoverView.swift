public import DomoModel

/// What people are shown of a cover.
public struct CoverView: Equatable, Sendable {
    public var state: CoverState
    /// How that is known: `confirmed` if the house reported it.
    public var certainty: Certainty

    public init(state: CoverState, certainty: Certainty) {
        self.state = state
        self.certainty = certainty
    }
}

extension CoverView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        state = try fields.field("state", object, \.pointee.state)
        certainty = try fields.field("certainty", object, \.pointee.certainty)
    }
}
