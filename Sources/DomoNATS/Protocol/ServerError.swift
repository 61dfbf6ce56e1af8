/// What a server complains about: the operation -ERR.
///
/// The protocol has no codes, only texts (docs.nats.io, client protocol); this is the one place that reads them.
struct ServerError: Equatable, Sendable {
    enum Kind: Sendable {
        /// The key is not known, was revoked, or has expired: trying again soon does not help.
        case refused
        /// There is no room now: try again later.
        case throttled
        /// An operation was refused; the connection goes on.
        case denied
        /// The server closes the connection.
        case fatal
    }

    var kind: Kind
    /// Without quotation marks.
    var text: String

    init(_ line: String) {
        var text = line[...]
        while let first = text.first, first == " " || first == "'" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "'" { text = text.dropLast() }
        self.text = String(text)
        let lower = text.lowercased()
        let find: ([String]) -> Bool = { starts in starts.contains { lower.hasPrefix($0) } }
        if find(Self.refusals) {
            kind = .refused
        } else if find(Self.delays) {
            kind = .throttled
        } else if find(Self.denials) {
            kind = .denied
        } else {
            kind = .fatal
        }
    }

    private static let refusals = [
        "authorization violation", "user authentication expired", "user authentication revoked",
        "account authentication expired", "authentication expired", "credentials have been revoked",
        "failed account registration", "invalid client protocol",
    ]
    private static let delays = [
        "connection throttling", "maximum connections exceeded", "maximum account active connections exceeded",
        "authentication timeout",
    ]
    private static let denials = [
        "permissions violation", "invalid subject", "invalid publish subject", "maximum subscriptions exceeded",
        "message headers not supported",
    ]
}
