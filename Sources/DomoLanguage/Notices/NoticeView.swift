public import DomoModel

/// A notice as people are shown it.
public struct NoticeView: Equatable, Sendable {
    public enum State: String, Sendable, CaseIterable {
        /// Nobody has acknowledged it, and its cause is not known to be over.
        case open
        case acknowledged
        /// Its cause is over.
        case resolved
    }

    /// One message to one target.
    public struct Sending: Equatable, Sendable {
        public enum State: String, Sendable, CaseIterable {
            /// It waits: for the end of quiet hours, or for a notifier.
            case waiting
            /// The notifier has it.
            case sending
            case sent
            case failed
            /// Its deadline passed before the notifier had it.
            case expired
            /// It is not known whether it arrived.
            case lost
            /// The notice was acknowledged or resolved before it was sent.
            case withdrawn

            /// Whether it is the outcome.
            public var isFinal: Bool { self != .waiting && self != .sending }
        }

        public var id: UInt64
        public var target: String
        public var reason: Delivery.Reason
        public var state: State
        /// When it reached the state.
        public var time: Timestamp
        /// Why it waits or failed, for people.
        public var message: String?

        public init(
            id: UInt64,
            target: String,
            reason: Delivery.Reason,
            state: State,
            time: Timestamp,
            message: String? = nil
        ) {
            self.id = id
            self.target = target
            self.reason = reason
            self.state = state
            self.time = time
            self.message = message
        }
    }

    public var number: UInt64
    public var time: Timestamp
    public var text: String
    public var isUrgent: Bool
    /// The names as they were written: targets and groups.
    public var to: [String]
    /// The cause by which another notice is the same, and by which it is resolved.
    public var about: String
    public var scene: String?
    public var line: Int?
    /// Who or what raised it.
    public var by: Cause
    public var state: State
    /// When it was acknowledged or resolved.
    public var ended: Timestamp?
    /// Who acknowledged it.
    public var acknowledgedBy: String?
    /// What those who got it are told when its cause is over; nil for its text.
    public var resolution: String?
    /// How many notices of the same cause were only counted; nil for none.
    public var suppressed: Int?
    public var sendings: [Sending]
    /// The full paths of the elements in its text and of what its scene concerns, which decide who may see it; nil if
    /// they are unknown. It is not sent to clients.
    public var places: [String]?

    public init(
        number: UInt64,
        time: Timestamp,
        text: String,
        isUrgent: Bool,
        to: [String],
        about: String,
        scene: String? = nil,
        line: Int? = nil,
        by: Cause,
        state: State = .open,
        places: [String]? = nil
    ) {
        self.number = number
        self.time = time
        self.text = text
        self.isUrgent = isUrgent
        self.to = to
        self.about = about
        self.scene = scene
        self.line = line
        self.by = by
        self.state = state
        sendings = []
        self.places = places
    }
}

/// The reply to `notices`: the newest first.
public struct NoticeList: Equatable, Sendable {
    public var notices: [NoticeView]
    /// The names that notices can be sent to: targets and groups; nil while no notifier is attached.
    public var targets: [String]?

    public init(notices: [NoticeView], targets: [String]?) { (self.notices, self.targets) = (notices, targets) }
}

/// The reply to `notify` and `notices ack`.
public struct NoticeReport: Equatable, Sendable {
    /// The notices that were raised, resolved or acknowledged.
    public var notices: [NoticeView]

    public init(notices: [NoticeView]) { self.notices = notices }
}

/// The notifier, in `status`.
public struct NotifierView: Equatable, Sendable {
    public var attached: Bool
    /// Since when it is attached, or not.
    public var since: Timestamp
    /// Notices that nobody has acknowledged, and whose cause is not over.
    public var open: Int
    /// Messages since the start: sent, and those that were not, or of which that is not known.
    public var sent: Int
    public var failed: Int

    public init(attached: Bool, since: Timestamp, open: Int, sent: Int, failed: Int) {
        (self.attached, self.since, self.open, self.sent, self.failed) = (attached, since, open, sent, failed)
    }
}

extension NoticeView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        number = try fields.field("number", object, \.pointee.number)
        time = try fields.field("time", object, \.pointee.time)
        text = try fields.field("text", object, \.pointee.text)
        isUrgent = try fields.field("urgent", object, \.pointee.isUrgent)
        to = try fields.field("to", object, \.pointee.to)
        about = try fields.field("about", object, \.pointee.about)
        scene = try fields.field("scene", object, \.pointee.scene)
        line = try fields.field("line", object, \.pointee.line)
        by = try fields.cause(object, \.pointee.by)
        state = try fields.field("state", object, \.pointee.state)
        ended = try fields.field("ended", object, \.pointee.ended)
        acknowledgedBy = try fields.field("acknowledgedBy", object, \.pointee.acknowledgedBy)
        resolution = try fields.field("resolution", object, \.pointee.resolution)
        suppressed = try fields.field("suppressed", object, \.pointee.suppressed)
        sendings = try fields.field("deliveries", object, \.pointee.sendings)
        places = nil
    }
}

extension NoticeView.Sending: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        target = try fields.field("target", object, \.pointee.target)
        reason = try fields.field("reason", object, \.pointee.reason)
        state = try fields.field("state", object, \.pointee.state)
        time = try fields.field("time", object, \.pointee.time)
        message = try fields.field("message", object, \.pointee.message)
    }
}

extension NoticeList: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        notices = try fields.field("notices", object, \.pointee.notices)
        targets = try fields.field("targets", object, \.pointee.targets)
    }
}

extension NoticeReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        notices = try fields.field("notices", object, \.pointee.notices)
    }
}

extension NotifierView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        attached = try fields.field("attached", object, \.pointee.attached)
        since = try fields.field("since", object, \.pointee.since)
        open = try fields.field("open", object, \.pointee.open)
        sent = try fields.field("sent", object, \.pointee.sent)
        failed = try fields.field("failed", object, \.pointee.failed)
    }
}

extension NoticeView.State: WireValue {}
extension NoticeView.Sending.State: WireValue {}
