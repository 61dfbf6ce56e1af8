/// A command of `push`: messages to browsers by Web Push (RFC 8030).
public enum PushStep: Equatable, Sendable {
    /// The public key of the attached notifier, for which browsers subscribe.
    case key
    case subscribe(PushSubscription)
    case unsubscribe(endpoint: String)
    case list
    /// The push service no longer has the subscription.
    case gone(id: UInt64)

    var word: String {
        switch self {
        case .key: "key"
        case .subscribe: "subscribe"
        case .unsubscribe: "unsubscribe"
        case .list: "list"
        case .gone: "gone"
        }
    }

    /// Reads `subscribe ENDPOINT P256DH AUTH`.
    init(subscribing arguments: Arguments) throws(UsageError) {
        let endpoint = try arguments.operand(0, PushSubscription.readEndpoint)
        let p256dh = try arguments.operand(1) { text throws(Fault) in try PushSubscription.readKey(text) }
        let auth = try arguments.operand(2) { text throws(Fault) in try PushSubscription.readSecret(text) }
        self = .subscribe(PushSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth))
    }

    /// The words after the verb.
    var words: [String] {
        switch self {
        case .key, .list: [word]
        case .subscribe(let new): [word] + [new.endpoint, new.p256dh, new.auth].map(Words.quoted)
        case .unsubscribe(let endpoint): [word, Words.quoted(endpoint)]
        case .gone(let id): [word, String(id)]
        }
    }
}
