public import DomoModel

/// Something that happened, as `watch` shows it: `{"event":{"kind":"reading",…}}`.
public struct Event: Equatable, Sendable {
    public enum Kind: String, Sendable {
        /// A reading changed: `path`, `reading`.
        case reading
        /// An order came to a stage: `path`, `order`, `stage`, `type`, `action`, `by`; where it went wrong `code` and
        /// `message`. Only `watch --orders` shows the stages of those that go well.
        case order
        /// A server came into reach or went out of it: `server`, `reachable`, `message`.
        case server
        /// The houses were loaded anew: `message`.
        case reload
        /// Something happened to a scene: `scene`, `progress`, `message`, `by`, and what `SceneProgress` tells.
        case scene
        /// The database fails, or works again: `message`.
        case memory
        /// An element reported something that is no state, such as a push button: `path`, `message` (the value).
        case input
        /// Two links that report the same facet differ, or agree again: `path`, `server` (the second), `message`.
        case difference
        /// A telegram went by on a link's bus: `telegram`. Only `watch --telegrams` shows it.
        case telegram
    }

    public var kind: Kind
    public var time: Timestamp
    /// The whole path of the element that it is about.
    public var path: String?
    public var reading: ReadingView?
    /// The number of the order that it is about, and what has become of it.
    public var order: UInt64?
    public var stage: OrderStage?
    /// The type that the order moves, and what it comes to, where that is settled.
    public var type: String?
    public var action: String?
    /// Why the order went wrong.
    public var code: Fault.Code?
    public var server: String?
    public var reachable: Bool?
    /// For people.
    public var message: String?
    /// Who gave the order, or started the scene.
    public var by: Cause?
    public var scene: String?
    public var progress: SceneProgress?
    /// Where the step stands in the scene's file, counted from 1.
    public var line: Int?
    public var outcome: SceneOutcome?
    /// What whoever started the scene named the run by.
    public var tag: String?
    public var telegram: TelegramView?
    /// The whole paths of the elements that a scene's event concerns, for deciding who is shown it; nil where that is
    /// not known. It stays in the daemon.
    public var places: [String]?

    public init(
        kind: Kind,
        time: Timestamp,
        path: String? = nil,
        reading: ReadingView? = nil,
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
        places: [String]? = nil
    ) {
        self.kind = kind
        self.time = time
        self.path = path
        self.reading = reading
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
        self.places = places
    }

    /// The stage that an order has come to.
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

    /// True where the event is about the element or place, or about what the place holds. What is about no element at
    /// all concerns everybody, but for a telegram of an address that no element is bound to.
    public func concerns(_ watched: String) -> Bool {
        if let telegram { return telegram.elements.contains { Self.holds(watched, $0) } }
        return path.map { Self.holds(watched, $0) } ?? true
    }

    private static func holds(_ watched: String, _ path: String) -> Bool {
        // By bytes, as paths are split.
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
