public import DomoModel

/// One message to one target, as an event for the notifier.
public struct Delivery: Equatable, Sendable {
    public enum Reason: String, Sendable, CaseIterable {
        /// A notice was raised.
        case raised
        /// Nobody has acknowledged it.
        case repeated
        /// Nobody has acknowledged it, and others are told.
        case escalated
        /// Its cause is over.
        case resolved
        /// A step `call`.
        case call
    }

    /// Never reused, also after a restart of the daemon.
    public var id: UInt64
    /// The name of a target, or of a call.
    public var target: String
    public var reason: Reason
    /// The number of the notice; nil for a call.
    public var notice: UInt64?
    /// With the values of elements.
    public var text: String
    public var isUrgent: Bool
    /// When the notice was raised.
    public var time: Timestamp
    /// It is not sent after this.
    public var deadline: Timestamp
    /// The scene that raised it.
    public var scene: String?
    /// With it anybody may acknowledge the notice.
    public var code: String?
    /// Whether it can be acknowledged, so that repeats and escalation end.
    public var wantsAnswer: Bool
    /// For a call: the JSON paths whose values are wanted, such as `daily.0.rain`.
    public var paths: [String]?

    public init(
        id: UInt64,
        target: String,
        reason: Reason,
        notice: UInt64?,
        text: String,
        isUrgent: Bool,
        time: Timestamp,
        deadline: Timestamp,
        scene: String? = nil,
        code: String? = nil,
        wantsAnswer: Bool = false,
        paths: [String]? = nil
    ) {
        self.id = id
        self.target = target
        self.reason = reason
        self.notice = notice
        self.text = text
        self.isUrgent = isUrgent
        self.time = time
        self.deadline = deadline
        self.scene = scene
        self.code = code
        self.wantsAnswer = wantsAnswer
        self.paths = paths
    }
}

extension Delivery: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        target = try fields.field("target", object, \.pointee.target)
        reason = try fields.field("reason", object, \.pointee.reason)
        notice = try fields.field("notice", object, \.pointee.notice)
        text = try fields.field("text", object, \.pointee.text)
        isUrgent = try fields.field("urgent", object, \.pointee.isUrgent)
        time = try fields.field("time", object, \.pointee.time)
        deadline = try fields.field("deadline", object, \.pointee.deadline)
        scene = try fields.field("scene", object, \.pointee.scene)
        code = try fields.field("code", object, \.pointee.code)
        wantsAnswer = try fields.field("wantsAnswer", object, \.pointee.wantsAnswer)
        paths = try fields.field("paths", object, \.pointee.paths)
    }
}

extension Delivery.Reason: WireValue {}
