public import DomoEngine

/// The port of a link whose endpoints accept signals over HTTP.
public final class HTTPLink: LinkPort {
    public let profile: HTTPLinkProfile
    /// One for each endpoint, so that one that doesn't answer can't block the others.
    private let servers: [HTTPServer]
    private let loop: CurlLoop

    public var settings: ServerSettings { profile.settings }

    /// - `label`: the displayed name of the link's first endpoint; its URL without secrets by default.
    /// - `loop`: may be shared by any number of links, and must outlive them.
    public init(settings: ServerSettings, label: String? = nil, loop: CurlLoop) {
        profile = HTTPLinkProfile(settings: settings, label: label ?? settings.shownURL)
        servers = profile.origins.map { HTTPServer(settings: settings, origin: $0) }
        self.loop = loop
    }

    deinit {
        for server in servers { loop.post(.forget(server)) }
    }

    public func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        let server = servers[profile.endpoint(of: dispatch.target) ?? 0]
        loop.send(Transmission(server: server, payload: .order(dispatch, report: report)))
    }

    public func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        let endpoint = profile.endpoints.firstIndex { $0.label == query.endpoint } ?? 0
        loop.send(Transmission(server: servers[endpoint], payload: .query(query, report: report)))
    }

    public func flush() { loop.flush() }

    public func cancel(_ id: Dispatch.ID) {
        for server in servers { loop.post(.cancel(id, server)) }
    }
}
