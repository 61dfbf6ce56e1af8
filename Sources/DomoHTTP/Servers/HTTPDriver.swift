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

    public func signal(for action: Value, of target: Target) throws(SignalFault) -> String {
        var request = RenderedRequest()
        try settings.render(action, of: target, into: &request, isMasked: true)
        return request.shown
    }

    public func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        loop.send(Sending(server: server, errand: .order(dispatch, report: report)))
    }

    public func readable(_ target: Target) -> FacetTypes { settings.readable(target) }

    public func read(_ query: Query, report: @escaping @Sendable (Reading.Report) -> Void) {
        loop.send(Sending(server: server, errand: .query(query, report: report)))
    }

    public func cancel(_ id: Dispatch.ID) {
        loop.post(.cancel(id, server))
    }
}
