/// The reply to `why`: everything that explains what an element does, or doesn't do.
public struct WhyReport: Equatable, Sendable {
    /// A link to which orders for the element go.
    public struct Link: Equatable, Sendable {
        public var link: String
        /// Nil until something was sent to it, or it reported something.
        public var reachable: Bool?
        /// Why it is unreachable, or can't be used now.
        public var problem: String?

        public init(link: String, reachable: Bool?, problem: String? = nil) {
            (self.link, self.reachable, self.problem) = (link, reachable, problem)
        }
    }

    public var element: ElementView
    public var links: [Link]
    /// The last orders for it, the newest first.
    public var orders: [OrderRecord]
    /// Its last values, the newest first; empty without a history.
    public var changes: [HistoryEntry]
    /// The scenes with a step that orders it: their triggers, last runs, and why one did not start.
    public var scenes: [SceneList.Scene]
    /// The scenes that a change of the element starts. Nil for none.
    public var starts: [SceneList.Scene]?
    /// The types whose state no link reports: orders for them are never confirmed. Nil for none.
    public var unreported: [String]?
    /// The types whose last reported state could not be used. Nil for none.
    public var unusable: [Unusable]?
    /// The last messages to people by scenes that concern it, the newest first. Nil for none.
    public var notices: [NoticeView]?

    /// A reported state that is not a value.
    public struct Unusable: Equatable, Sendable {
        public var type: String
        /// The bytes, and what is wrong with them.
        public var problem: String

        public init(type: String, problem: String) { (self.type, self.problem) = (type, problem) }
    }

    /// The maximum numbers of orders and changes.
    public static let maxOrders = 3
    public static let maxChanges = 5
    public static let maxNotices = 3

    public init(
        element: ElementView,
        links: [Link],
        orders: [OrderRecord] = [],
        changes: [HistoryEntry] = [],
        scenes: [SceneList.Scene] = [],
        starts: [SceneList.Scene]? = nil,
        unreported: [String]? = nil,
        unusable: [Unusable]? = nil,
        notices: [NoticeView]? = nil
    ) {
        self.element = element
        self.links = links
        self.orders = orders
        self.changes = changes
        self.scenes = scenes
        self.starts = starts
        self.unreported = unreported
        self.unusable = unusable
        self.notices = notices
    }
}

extension WhyReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        element = try fields.field("element", object, \.pointee.element)
        links = try fields.field("links", object, \.pointee.links)
        orders = try fields.field("orders", object, \.pointee.orders)
        changes = try fields.field("changes", object, \.pointee.changes)
        scenes = try fields.field("scenes", object, \.pointee.scenes)
        starts = try fields.field("starts", object, \.pointee.starts)
        unreported = try fields.field("unreported", object, \.pointee.unreported)
        unusable = try fields.field("unusable", object, \.pointee.unusable)
        notices = try fields.field("notices", object, \.pointee.notices)
    }
}

extension WhyReport.Link: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        link = try fields.field("link", object, \.pointee.link)
        reachable = try fields.nullable("reachable", object, \.pointee.reachable)
        problem = try fields.field("problem", object, \.pointee.problem)
    }
}

extension WhyReport.Unusable: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        type = try fields.field("type", object, \.pointee.type)
        problem = try fields.field("problem", object, \.pointee.problem)
    }
}
