public import DomoModel

/// An entry of the log of the house, for the people who live there.
///
/// Changes and failed orders are read from where they are stored anyway; all others are stored as such.
public struct HouseLogEntry: Equatable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// An element changed, and nobody ordered it through domo: a door, a wall switch: `element`, `type`, `value`.
        case change
        /// An element changed because of an order: the same, and `by`.
        case ordered
        /// An order failed: `element`, `value`, `order`, `stage`, `by`, `message`.
        case failedOrder = "failed-order"
        /// A scene ended: `scene`, `outcome`, `by`, `message`.
        case scene
        /// A scene was to start, and did not: `scene`, `by`, `reason`, `values`, `message`.
        case notRun = "not-run"
        /// A link is unreachable: `link`, `message`.
        case linkLost = "link-lost"
        /// It is reachable again: `link`.
        case linkBack = "link-back"
        /// An element reported something that is not a state, such as a push button: `element`, `value`.
        case input
        /// Two links report different values of an element, or the same again: `element`, `message`.
        case difference
        /// domod started: `message` (its version).
        case started

        /// Whether it is stored as an event of its own.
        public var isEvent: Bool {
            switch self {
            case .change, .ordered, .failedOrder: false
            case .scene, .notRun, .linkLost, .linkBack, .input, .difference, .started: true
            }
        }

        /// How long after the first of several equal events another is only counted; nil if each is an entry.
        public var span: Duration? {
            switch self {
            case .notRun, .difference: .seconds(3600)
            case .change, .ordered, .failedOrder, .scene, .linkLost, .linkBack, .input, .started: nil
            }
        }

        /// How many events are kept. Each kind has its own bound: none displaces those of another.
        public static let maxEvents = 5000
        /// How many are kept of one scene, link or element.
        public static let maxEventsOfSubject = 500
    }

    /// Why a scene did not run, so that each front end can say it in its own words.
    public enum Reason: String, Sendable, CaseIterable {
        /// Only between two times: both.
        case between
        /// Not between two times: both.
        case notBetween = "not-between"
        /// Only on some days: as written.
        case days
        /// Not on some days: as written.
        case notDays = "not-days"
        /// Only if a condition holds: the condition as written, and what is so instead.
        case condition
        /// It was running already.
        case running
        /// Its time passed while domod did not run, or while the machine was suspended: the time by the clocks of the
        /// house.
        case missed
        /// It started itself too often.
        case loop
    }

    public var kind: Kind
    public var time: Timestamp
    /// The full path.
    public var element: String?
    public var type: String?
    /// What the element became, what was ordered, or what was reported.
    public var value: String?
    public var certainty: Certainty?
    public var order: UInt64?
    public var stage: OrderStage?
    public var scene: String?
    public var outcome: SceneOutcome?
    public var reason: Reason?
    public var values: [String]?
    /// The label of the link.
    public var link: String?
    public var by: Cause?
    /// For people.
    public var message: String?
    /// How many equal events; nil for one.
    public var count: Int?
    /// When the last of them was; nil for one.
    public var last: Timestamp?
    /// The full paths of the places and elements that an event concerns, which decide who may see it; nil if they are
    /// unknown. It is not sent to clients.
    public var places: [String]?

    public init(_ kind: Kind, at time: Timestamp, by: Cause? = nil, message: String? = nil) {
        self.kind = kind
        self.time = time
        self.by = by
        self.message = message
    }

    /// The scene, link or element that it is about.
    public var subject: String? { scene ?? link ?? element }

    /// Whether a later event is only counted.
    public func counts(_ later: HouseLogEntry) -> Bool {
        guard let span = kind.span?.components.seconds, later.time.milliseconds - time.milliseconds < span * 1000 else {
            return false
        }
        return (kind, by, subject, reason, message) == (
            later.kind, later.by, later.subject, later.reason, later.message
        )
            && values == later.values
    }
}

/// The reply to `log`: the newest first.
public struct HouseLog: Equatable, Sendable {
    public var entries: [HouseLogEntry]
    /// For `--before`, if there are older entries.
    public var next: String?

    public init(entries: [HouseLogEntry], next: String? = nil) {
        self.entries = entries
        self.next = next
    }
}

extension HouseLogEntry: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        kind = try fields.field("kind", object, \.pointee.kind)
        time = try fields.field("time", object, \.pointee.time)
        element = try fields.field("element", object, \.pointee.element)
        type = try fields.field("type", object, \.pointee.type)
        value = try fields.field("value", object, \.pointee.value)
        certainty = try fields.field("certainty", object, \.pointee.certainty)
        order = try fields.field("order", object, \.pointee.order)
        stage = try fields.field("stage", object, \.pointee.stage)
        scene = try fields.field("scene", object, \.pointee.scene)
        outcome = try fields.field("outcome", object, \.pointee.outcome)
        reason = try fields.field("reason", object, \.pointee.reason)
        values = try fields.field("values", object, \.pointee.values)
        link = try fields.field("link", object, \.pointee.link)
        by = try fields.cause(object, { $0.pointee.by })
        message = try fields.field("message", object, \.pointee.message)
        count = try fields.field("count", object, \.pointee.count)
        last = try fields.field("last", object, \.pointee.last)
        places = nil
    }
}

extension HouseLog: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        entries = try fields.field("entries", object, \.pointee.entries)
        next = try fields.field("next", object, \.pointee.next)
    }
}

extension HouseLogEntry.Kind: WireValue {}
extension HouseLogEntry.Reason: WireValue {}
