/// The reply to `scene NAME` and `run`, once the run has ended.
public struct SceneReport: Equatable, Sendable {
    public struct Step: Equatable, Sendable {
        /// The line in the scene file, counted from 1.
        public var line: Int
        /// As written in the file.
        public var step: String
        /// The result of an order.
        public var receipt: OrderReceipt?
        public var error: Fault?
        /// A remark: `not taken: HomeSecurity is on`.
        public var note: String?

        public init(line: Int, step: String, receipt: OrderReceipt? = nil, error: Fault? = nil, note: String? = nil) {
            self.line = line
            self.step = step
            self.receipt = receipt
            self.error = error
            self.note = note
        }
    }

    public var scene: String
    public var outcome: SceneOutcome
    /// The steps that have ended, in the order of their ends.
    public var steps: [Step]
    public var failed: Int
    /// Why it was stopped or skipped.
    public var message: String?

    public init(scene: String, outcome: SceneOutcome, steps: [Step], failed: Int, message: String? = nil) {
        self.scene = scene
        self.outcome = outcome
        self.steps = steps
        self.failed = failed
        self.message = message
    }
}

extension SceneReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        scene = try fields.field("scene", object, \.pointee.scene)
        outcome = try fields.field("outcome", object, \.pointee.outcome)
        steps = try fields.field("steps", object, \.pointee.steps)
        failed = try fields.field("failed", object, \.pointee.failed)
        message = try fields.field("message", object, \.pointee.message)
    }
}

extension SceneReport.Step: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        line = try fields.field("line", object, \.pointee.line)
        step = try fields.field("step", object, \.pointee.step)
        receipt = try fields.field("receipt", object, \.pointee.receipt)
        error = try fields.field("error", object, \.pointee.error)
        note = try fields.field("note", object, \.pointee.note)
    }
}
