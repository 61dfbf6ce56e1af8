public import DomoModel

/// The stored record of the last run of a scene.
public struct SceneRecord: Equatable, Sendable {
    public var scene: String
    /// Who or what started it.
    public var by: Cause
    public var started: Timestamp
    /// Nil while it runs.
    public var ended: Timestamp?
    /// Nil while it runs.
    public var outcome: SceneOutcome?
    /// The number of failed steps.
    public var failed: Int
    /// For people: why it was stopped or skipped, or what failed first.
    public var message: String?

    public init(
        scene: String,
        by: Cause,
        started: Timestamp,
        ended: Timestamp? = nil,
        outcome: SceneOutcome? = nil,
        failed: Int = 0,
        message: String? = nil
    ) {
        self.scene = scene
        self.by = by
        self.started = started
        self.ended = ended
        self.outcome = outcome
        self.failed = failed
        self.message = message
    }
}

extension SceneRecord: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        scene = try fields.field("scene", object, \.pointee.scene)
        by = try fields.cause(object, \.pointee.by)
        started = try fields.field("started", object, \.pointee.started)
        ended = try fields.field("ended", object, \.pointee.ended)
        outcome = try fields.field("outcome", object, \.pointee.outcome)
        failed = try fields.field("failed", object, \.pointee.failed)
        message = try fields.field("message", object, \.pointee.message)
    }
}
