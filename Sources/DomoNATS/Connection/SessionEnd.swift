/// Why a session with a server ended.
struct SessionEnd: Error, Equatable, Sendable {
    enum Kind: Sendable {
        /// Try again after a pause.
        case failed
        /// The server has no room.
        case throttled
        /// Trying again soon does not help.
        case refused
    }

    var kind: Kind
    var reason: String

    init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }

    init(_ error: ServerError) {
        switch error.kind {
        case .refused: self.init(.refused, "the server refused the log-in: \(error.text)")
        case .throttled: self.init(.throttled, "the server has no room: \(error.text)")
        case .denied, .fatal: self.init(.failed, "the server closed the connection: \(error.text)")
        }
    }
}
