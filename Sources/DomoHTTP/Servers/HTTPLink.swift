public import DomoEngine

/// The port of a link whose endpoints take signals over HTTP.
public final class HTTPLink: LinkPort {
    public let profile: HTTPLinkProfile
    /// One for each endpoint, so that a silent one takes no place from the others.
    private let servers: [HTTPServer]
    private let loop: CurlLoop

    public var settings: ServerSettings { profile.settings }

    /// - `label`: names the link's first endpoint to people; its URL as it may be shown where nothing else is said.
    /// - `loop`: may be shared by any number of links; outlives them all.
    public init(settings: ServerSettings, label: String? = nil, loop: CurlLoop) {
        profile = HTTPLinkProfile(settings: settings, label: label ?? settings.shownURL)
        servers = profile.endpoints.map { _ in HTTPServer(settings: settings) }
        self.loop = loop
    }

    deinit {
        for server in servers { loop.post(.forget(server)) }
    }

    public func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        let server = servers[profile.endpoint(of: dispatch.target) ?? 0]
        loop.send(Sending(server: server, errand: .order(dispatch, report: report)))
    }

    public func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        let endpoint = profile.endpoints.firstIndex { $0.label == query.endpoint } ?? 0
        loop.send(Sending(server: servers[endpoint], errand: .query(query, report: report)))
    }

    public func flush() { loop.flush() }

    public func cancel(_ id: Dispatch.ID) {
        for server in servers { loop.post(.cancel(id, server)) }
    }
}
