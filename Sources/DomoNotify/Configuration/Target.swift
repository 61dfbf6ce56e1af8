import DomoBridge

/// Where notices are sent, as the configuration says.
enum Target: Equatable, Sendable {
    case ntfy(NtfyTarget)
    case mail(MailTarget)
    case web(WebRequest)
    /// Web Push to the browsers that are signed in with the token of this name.
    case push(token: String)

    /// For the log: without secrets.
    var shown: String {
        switch self {
        case .ntfy(let target): "ntfy at \(target.server.origin)"
        case .mail(let target): "e-mail by \(target.server.origin)"
        case .web(let request): "\(request.method.rawValue) \(request.shown)"
        case .push(let token): "Web Push to \(token.oneLine)"
        }
    }
}

/// A topic of an ntfy server: https://docs.ntfy.sh/publish/
struct NtfyTarget: Equatable, Sendable {
    /// Of the server, without the topic.
    var server: WebAddress
    var topic: String
    /// An access token; nil for none.
    var token: Secret?
    var caFile: String?
}

/// A mailbox, and the server that takes its messages.
struct MailTarget: Equatable, Sendable {
    /// Whether the connection is encrypted before anything else is said.
    enum Encryption: String, CaseIterable, Sendable {
        /// STARTTLS, or no message: RFC 8314, section 3.
        case required
        case none
    }

    var server: WebAddress
    var encryption: Encryption
    var from: String
    var to: [String]
    var user: String?
    var password: Secret?
    var caFile: String?
}

/// An HTTP request of a webhook or a call.
struct WebRequest: Equatable, Sendable {
    enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"

        /// Whether a second request does no more than the first: RFC 9110, section 9.2.2.
        var isIdempotent: Bool {
            switch self {
            case .get, .put, .delete: true
            case .post, .patch: false
            }
        }
    }

    struct Header: Equatable, Sendable {
        var name: String
        /// Nil for one from a file.
        var value: MessageTemplate?
        var secret: Secret?
    }

    var url: MessageTemplate
    /// For messages and the log.
    var shown: String
    var method: Method
    var headers: [Header]
    var body: MessageTemplate?
    /// Whether the same request may be sent twice.
    var isIdempotent: Bool
    var user: String?
    var password: Secret?
    var caFile: String?
}
