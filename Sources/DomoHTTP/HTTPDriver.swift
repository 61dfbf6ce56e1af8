public import DomoEngine
public import DomoModel

/// The driver of a house whose server takes signals over HTTP.
public final class HTTPDriver: Driver {
    private let server: HTTPServer
    private let loop: CurlLoop

    public var settings: ServerSettings { server.settings }

    /// - Parameter loop: may be shared by any number of drivers; outlives them all.
    public init(settings: ServerSettings, loop: CurlLoop) {
        server = HTTPServer(settings: settings)
        self.loop = loop
    }

    deinit { loop.post(.forget(server)) }

    public func signal(for action: Action, of target: Target) throws(SignalFault) -> String {
        let (template, values) = try settings.dialect.rendering(of: action, element: target.name, url: settings.url)
        var bytes = Array("\(template.method.rawValue) ".utf8)
        template.render(values, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    public func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        loop.send(Sending(server: server, dispatch: dispatch, report: report))
    }

    public func cancel(_ id: Dispatch.ID) {
        loop.post(.cancel(id, server))
    }
}
