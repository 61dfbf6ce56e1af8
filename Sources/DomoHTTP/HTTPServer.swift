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
    var report: @Sendable (Outcome) -> Void
}
