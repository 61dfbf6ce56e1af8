/// The reply to an order or a scene with `--explain`: what would be sent, in order.
public struct Explanation: Equatable, Sendable {
    public struct Signal: Equatable, Sendable {
        /// The full path of the element.
        public var element: String
        public var action: String
        /// As the link writes it, with secrets masked: `POST http://…`. Nil if there is none.
        public var signal: String?
        /// Why there is none.
        public var problem: String?
        /// In a scene: its line.
        public var line: Int?
        /// In a scene: the seconds until it is sent if orders take no time.
        public var after: Double?
        /// In a scene: its condition, or a remark on `after`: `if HomeSecurity off`, `at the earliest`.
        public var note: String?

        public init(
            element: String,
            action: String,
            signal: String?,
            problem: String? = nil,
            line: Int? = nil,
            after: Double? = nil,
            note: String? = nil
        ) {
            self.element = element
            self.action = action
            self.signal = signal
            self.problem = problem
            self.line = line
            self.after = after
            self.note = note
        }
    }

    /// A line `only if` of a scene.
    public struct Condition: Equatable, Sendable {
        /// As written in the file, without `only if`.
        public var text: String
        /// Nil if it is unknown.
        public var holds: Bool?
        /// Why it doesn't hold, or is unknown.
        public var reason: String?

        public init(text: String, holds: Bool?, reason: String? = nil) {
            self.text = text
            self.holds = holds
            self.reason = reason
        }
    }

    public var signals: [Signal]
    /// Of a scene with triggers: its lines `only if`, as they are now. Nil if there are none.
    public var conditions: [Condition]?

    public init(signals: [Signal], conditions: [Condition]? = nil) {
        self.signals = signals
        self.conditions = conditions
    }
}

extension Explanation: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        signals = try fields.field("signals", object, \.pointee.signals)
        conditions = try fields.field("conditions", object, \.pointee.conditions)
    }
}

extension Explanation.Condition: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        text = try fields.field("text", object, \.pointee.text)
        holds = try fields.field("holds", object, \.pointee.holds)
        reason = try fields.field("reason", object, \.pointee.reason)
    }
}

extension Explanation.Signal: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        element = try fields.field("element", object, \.pointee.element)
        action = try fields.field("action", object, \.pointee.action)
        signal = try fields.field("signal", object, \.pointee.signal)
        problem = try fields.field("problem", object, \.pointee.problem)
        line = try fields.field("line", object, \.pointee.line)
        after = try fields.field("after", object, \.pointee.after)
        note = try fields.field("note", object, \.pointee.note)
    }
}
