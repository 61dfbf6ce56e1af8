import DomoEngine

/// A server as the loop knows it: by identity.
final class HTTPServer: Sendable {
    let settings: ServerSettings

    init(settings: ServerSettings) { self.settings = settings }
}

/// One dispatch on its way to the loop.
struct Sending: Sendable {
    var server: HTTPServer
    var dispatch: Dispatch
    /// When its time is over: it may wait at its server's line before it is sent.
    var deadline: ContinuousClock.Instant
    var report: @Sendable (Outcome) -> Void

    init(server: HTTPServer, dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        self.server = server
        self.dispatch = dispatch
        self.report = report
        deadline = .now + dispatch.timeout
    }
}
