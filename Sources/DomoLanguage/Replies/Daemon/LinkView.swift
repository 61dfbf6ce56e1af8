/// A link as the daemon sees it.
public struct LinkView: Equatable, Sendable {
    /// A part of it that can fail by itself.
    public struct Endpoint: Equatable, Sendable {
        public var endpoint: String
        /// Nil until something was sent to it, or it reported something.
        public var reachable: Bool?

        public init(endpoint: String, reachable: Bool?) {
            self.endpoint = endpoint
            self.reachable = reachable
        }
    }

    /// Its key in the configuration, or its URL if it has none.
    public var key: String
    /// A word of `Kind`, or another one.
    public var kind: String
    public var endpoints: [Endpoint]
    /// Why an endpoint is unreachable or can't be used: the first such, with its name if the link has several.
    public var problem: String?
    /// Nil for a link without a bus, or one that has not reported it.
    public var connection: LinkConnection?
    /// Nil for a link without a bus, or without a telegram so far.
    public var traffic: TrafficView?

    public init(
        key: String,
        kind: String,
        endpoints: [Endpoint],
        problem: String? = nil,
        connection: LinkConnection? = nil,
        traffic: TrafficView? = nil
    ) {
        self.key = key
        self.kind = kind
        self.endpoints = endpoints
        self.problem = problem
        self.connection = connection
        self.traffic = traffic
    }
}

extension LinkView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        key = try fields.field("key", object, \.pointee.key)
        kind = try fields.field("kind", object, \.pointee.kind)
        endpoints = try fields.field("endpoints", object, \.pointee.endpoints)
        problem = try fields.field("problem", object, \.pointee.problem)
        connection = try fields.field("connection", object, \.pointee.connection)
        traffic = try fields.field("traffic", object, \.pointee.traffic)
    }
}

extension LinkView.Endpoint: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        endpoint = try fields.field("endpoint", object, \.pointee.endpoint)
        reachable = try fields.nullable("reachable", object, \.pointee.reachable)
    }
}
