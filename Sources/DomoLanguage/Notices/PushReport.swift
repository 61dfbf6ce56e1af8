public import DomoModel

/// The reply to `push`.
public struct PushReport: Equatable, Sendable {
    /// A subscription, as somebody may see it.
    public struct Subscription: Equatable, Sendable {
        public var id: UInt64
        /// The name of the token whose browser it is.
        public var token: String
        /// The host of its service.
        public var host: String
        public var since: Timestamp
        /// Only for the notifier, as the keys.
        public var endpoint: String?
        public var p256dh: String?
        public var auth: String?

        /// - Parameter isWhole: whether it has what is needed to send to it.
        public init(id: UInt64, token: String, since: Timestamp, _ subscription: PushSubscription, isWhole: Bool) {
            (self.id, self.token, self.since) = (id, token, since)
            host = subscription.host
            guard isWhole else { return }
            (endpoint, p256dh, auth) = (subscription.endpoint, subscription.p256dh, subscription.auth)
        }
    }

    /// The public key of the attached notifier, in base64url; nil if there is none.
    public var key: String?
    public var subscriptions: [Subscription]

    public init(key: String?, subscriptions: [Subscription] = []) {
        (self.key, self.subscriptions) = (key, subscriptions)
    }
}

extension PushReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        key = try fields.field("key", object, \.pointee.key)
        subscriptions = try fields.field("subscriptions", object, \.pointee.subscriptions)
    }
}

extension PushReport.Subscription: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        token = try fields.field("token", object, \.pointee.token)
        host = try fields.field("host", object, \.pointee.host)
        since = try fields.field("since", object, \.pointee.since)
        endpoint = try fields.field("endpoint", object, \.pointee.endpoint)
        p256dh = try fields.field("p256dh", object, \.pointee.p256dh)
        auth = try fields.field("auth", object, \.pointee.auth)
    }
}
