import DomoEngine
import DomoModel

/// A server of the loop, compared by identity.
final class HTTPServer: Sendable {
    let settings: ServerSettings
    /// Its scheme, host and port.
    let origin: String

    init(settings: ServerSettings, origin: String) {
        self.settings = settings
        self.origin = origin
    }
}

/// A dispatch or query that is to be sent.
struct Transmission: Sendable {
    enum Payload: Sendable {
        case order(Dispatch, report: @Sendable (Outcome) -> Void)
        case query(Query, report: @Sendable (Answer) -> Void)
    }

    var server: HTTPServer
    var payload: Payload
    /// When it times out, including the time that it waits in its server's queue.
    var deadline: ContinuousClock.Instant

    init(server: HTTPServer, payload: Payload) {
        self.server = server
        self.payload = payload
        deadline = .now
        deadline += timeout
    }

    var id: Dispatch.ID {
        switch payload {
        case .order(let dispatch, _): dispatch.id
        case .query(let query, _): query.id
        }
    }

    var timeout: Duration {
        switch payload {
        case .order(let dispatch, _): dispatch.timeout
        case .query(let query, _): query.timeout
        }
    }

    var isQuery: Bool {
        if case .query = payload { true } else { false }
    }

    /// Only checks that the server accepts a connection.
    var connectsOnly: Bool {
        if case .query(let query, _) = payload { query.check == .connection } else { false }
    }

    /// The completion when domo cancels it.
    func cancelled(isSent: Bool, because reason: String) -> Completion {
        switch payload {
        case .order(_, let report): .order(Outcome(cancelled: isSent, because: reason), report)
        case .query(_, let report): .query(.cancelled, report)
        }
    }

    /// The completion when it times out in the queue.
    var expired: Completion {
        switch payload {
        case .order(_, let report): .order(.expired, report)
        case .query(_, let report): .query(.cancelled, report)
        }
    }

    /// The completion when it could not be sent.
    func notSent(because reason: String) -> Completion {
        switch payload {
        case .order(_, let report): .order(.notSent(reason: reason), report)
        case .query(_, let report): .query(.failed(reason: reason), report)
        }
    }

    /// The completion when its request can't be rendered.
    func impossible(_ fault: SignalFault) -> Completion {
        switch payload {
        case .order(_, let report): .order(.impossible(fault), report)
        case .query(_, let report): .query(.unusable(reason: fault.message), report)
        }
    }
}

/// The result of a transmission, and the callback that receives it.
enum Completion: Sendable {
    case order(Outcome, @Sendable (Outcome) -> Void)
    case query(Answer, @Sendable (Answer) -> Void)

    func deliver() {
        switch self {
        case .order(let outcome, let report): report(outcome)
        case .query(let result, let report): report(result)
        }
    }
}
