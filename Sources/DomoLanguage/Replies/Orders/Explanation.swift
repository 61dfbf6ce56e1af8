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

    public var signals: [Signal]

    public init(signals: [Signal]) {
        self.signals = signals
    }
}

extension Explanation: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        signals = try fields.field("signals", object, \.pointee.signals)
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
