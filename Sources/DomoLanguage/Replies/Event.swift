public import DomoModel

/// An event, as in `watch`: `{"event":{"kind":"reading",…}}`.
public struct Event: Equatable, Sendable {
    public enum Kind: String, Sendable {
        /// A reading changed: `path`, `reading`; for a cover also `cover`, which may be all that changed.
        case reading
        /// An order reached a stage: `path`, `order`, `stage`, `type`, `action`, `by`; if it failed, `code` and
        /// `message`. Only `watch --orders` shows the stages of orders that succeed.
        case order
        /// A server became reachable or unreachable: `server`, `reachable`, `message`.
        case server
        /// The houses were reloaded: `message`.
        case reload
        /// The progress of a scene: `scene`, `progress`, `message`, `by`, and the fields that `SceneProgress` lists.
        case scene
        /// The database fails, or works again: `message`.
        case memory
        /// An element reported something that is not a state, such as a push button: `path`, `message` (the value).
        case input
        /// Two links report different values for a facet, or the same again: `path`, `server` (the second), `message`.
        case difference
        /// A telegram on the bus of a link: `telegram`. Only `watch --telegrams` shows it.
        case telegram
        /// A notice was raised, or something became of it: `notice`.
        case notice
        /// A message for the notifier to send: `delivery`. Only the attached notifier gets it.
        case delivery
        /// The notifier need not send a message any more: `delivery`.
        case withdrawal
    }

    public var kind: Kind
    public var time: Timestamp
    /// The full path of the element.
    public var path: String?
    public var reading: ReadingView?
    public var cover: CoverView?
    /// The number of the order.
    public var order: UInt64?
    public var stage: OrderStage?
    /// The type and the value of the order, once they are resolved.
    public var type: String?
    public var action: String?
    /// Why the order failed.
    public var code: Fault.Code?
    public var server: String?
    public var reachable: Bool?
    /// For people.
    public var message: String?
    /// Who gave the order, or started the scene.
    public var by: Cause?
    public var scene: String?
    public var progress: SceneProgress?
    /// The line of the step in the scene file, counted from 1.
    public var line: Int?
    public var outcome: SceneOutcome?
    /// The tag of the run, given by the client that started it.
    public var tag: String?
    public var telegram: TelegramView?
    public var notice: NoticeView? { boxedNotice?.value }
    public var delivery: Delivery? { boxedDelivery?.value }
    // Events are copied often, and few have these.
    private var boxedNotice: Boxed<NoticeView>?
    private var boxedDelivery: Boxed<Delivery>?
    /// The full paths of the elements that the event of a scene concerns, which decide who may see it; nil if they are
    /// unknown. It is not sent to clients.
    public var places: [String]?

    public init(
        kind: Kind,
        time: Timestamp,
        path: String? = nil,
        reading: ReadingView? = nil,
        cover: CoverView? = nil,
        order: UInt64? = nil,
        stage: OrderStage? = nil,
        type: String? = nil,
        action: String? = nil,
        code: Fault.Code? = nil,
        server: String? = nil,
        reachable: Bool? = nil,
        message: String? = nil,
        by: Cause? = nil,
        scene: String? = nil,
        progress: SceneProgress? = nil,
        line: Int? = nil,
        outcome: SceneOutcome? = nil,
        tag: String? = nil,
        telegram: TelegramView? = nil,
        notice: NoticeView? = nil,
        delivery: Delivery? = nil,
        places: [String]? = nil
    ) {
        self.kind = kind
        self.time = time
        self.path = path
        self.reading = reading
        self.cover = cover
        self.order = order
        self.stage = stage
        self.type = type
        self.action = action
        self.code = code
        self.server = server
        self.reachable = reachable
        self.message = message
        self.by = by
        self.scene = scene
        self.progress = progress
        self.line = line
        self.outcome = outcome
        self.tag = tag
        self.telegram = telegram
        boxedNotice = notice.map(Boxed.value)
        boxedDelivery = delivery.map(Boxed.value)
        self.places = places
    }

    /// The same message with the code that acknowledges its notice.
    public func withCode(_ code: String) -> Event {
        var event = self
        guard var delivery else { return event }
        delivery.code = code
        event.boxedDelivery = .value(delivery)
        return event
    }

    /// The stage that an order has reached.
    public init(_ order: OrderRecord) {
        self.init(
            kind: .order,
            time: order.reached,
            path: order.element,
            order: order.id,
            stage: order.stage,
            type: order.type,
            action: order.action,
            message: order.problem,
            by: order.by
        )
    }

    /// Whether the event concerns the element, or the place and its content. An event without an element concerns
    /// everybody, except a telegram whose address has no element.
    public func concerns(_ watched: String) -> Bool {
        if let telegram { return telegram.elements.contains { Self.holds(watched, $0) } }
        return path.map { Self.holds(watched, $0) } ?? true
    }

    private static func holds(_ watched: String, _ path: String) -> Bool {
        // By bytes, in the same way as paths are split.
        path == watched
            || path.utf8.starts(with: watched.utf8)
                && path.utf8.dropFirst(watched.utf8.count).first == UInt8(ascii: "/")
    }
}

extension Event: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        kind = try fields.field("kind", object, \.pointee.kind)
        time = try fields.field("time", object, \.pointee.time)
        path = try fields.field("path", object, \.pointee.path)
        reading = try fields.field("reading", object, \.pointee.reading)
        cover = try fields.field("cover", object, \.pointee.cover)
        order = try fields.field("order", object, \.pointee.order)
        stage = try fields.field("stage", object, \.pointee.stage)
        type = try fields.field("type", object, \.pointee.type)
        action = try fields.field("action", object, \.pointee.action)
        code = try fields.field("code", object, \.pointee.code)
        server = try fields.field("server", object, \.pointee.server)
        reachable = try fields.field("reachable", object, \.pointee.reachable)
        message = try fields.field("message", object, \.pointee.message)
        by = try fields.cause(object, \.pointee.by)
        scene = try fields.field("scene", object, \.pointee.scene)
        progress = try fields.field("progress", object, \.pointee.progress)
        line = try fields.field("line", object, \.pointee.line)
        outcome = try fields.field("outcome", object, \.pointee.outcome)
        tag = try fields.field("tag", object, \.pointee.tag)
        telegram = try fields.field("telegram", object, \.pointee.telegram)
        boxedNotice = try fields.field("notice", object, \.pointee.notice).map(Boxed.value)
        boxedDelivery = try fields.field("delivery", object, \.pointee.delivery).map(Boxed.value)
        places = nil
    }

    /// Writes `{"event":{…}}`.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("event")
            writeObject(to: &json)
        }
    }
}

extension Event.Kind: WireValue {}
