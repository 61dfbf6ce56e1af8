import DomoEngine
import DomoModel

/// A server as the loop knows it: by identity.
final class HTTPServer: Sendable {
    let settings: ServerSettings

    init(settings: ServerSettings) { self.settings = settings }
}

/// One dispatch or query on its way to the loop.
struct Sending: Sendable {
    enum Errand: Sendable {
        case order(Dispatch, report: @Sendable (Outcome) -> Void)
        case query(Query, report: @Sendable (Answer) -> Void)
    }

    var server: HTTPServer
    var errand: Errand
    /// When its time is over: it may wait at its server's line before it is sent.
    var deadline: ContinuousClock.Instant

    init(server: HTTPServer, errand: Errand) {
        self.server = server
        self.errand = errand
        deadline = .now
        deadline += timeout
    }

    var id: Dispatch.ID {
        switch errand {
        case .order(let dispatch, _): dispatch.id
        case .query(let query, _): query.id
        }
    }

    var timeout: Duration {
        switch errand {
        case .order(let dispatch, _): dispatch.timeout
        case .query(let query, _): query.timeout
        }
    }

    var isQuery: Bool {
        if case .query = errand { true } else { false }
    }

    /// What domo tells when it breaks it off.
    func givenUp(isSent: Bool, because reason: String) -> Ending {
        switch errand {
        case .order(_, let report): .order(Outcome(givenUp: isSent, because: reason), report)
        case .query(_, let report): .query(.cancelled, report)
        }
    }

    /// What is told of one that waited behind others until its time was over: of the server that says nothing.
    var expired: Ending {
        switch errand {
        case .order(_, let report): .order(.expired, report)
        case .query(_, let report): .query(.cancelled, report)
        }
    }

    /// What is told of one that could not be sent at all.
    func notSent(because reason: String) -> Ending {
        switch errand {
        case .order(_, let report): .order(.notSent(reason: reason), report)
        case .query(_, let report): .query(.failed(reason: reason), report)
        }
    }

    /// What is told of one that can't be written.
    func impossible(_ fault: SignalFault) -> Ending {
        switch errand {
        case .order(_, let report): .order(.impossible(fault), report)
        case .query(_, let report): .query(.unusable(reason: fault.message), report)
        }
    }
}

/// What became of a sending, and who is to be told.
enum Ending: Sendable {
    case order(Outcome, @Sendable (Outcome) -> Void)
    case query(Answer, @Sendable (Answer) -> Void)

    func tell() {
        switch self {
        case .order(let outcome, let report): report(outcome)
        case .query(let result, let report): report(result)
        }
    }
}
