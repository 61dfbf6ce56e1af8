public import DomoEngine
public import DomoModel

/// The profile of a link over HTTP: its endpoints are the hosts in the configuration, its signals the requests of the
/// dialect.
public struct HTTPLinkProfile: LinkProfile {
    public let settings: ServerSettings
    public let endpoints: [EndpointProfile]
    /// The scheme, host and port of each endpoint.
    let origins: [String]
    /// The numbers of the endpoints, by scheme, host and port.
    private let numbers: [String: Int]

    public init(settings: ServerSettings, label: String) {
        self.settings = settings
        var numbers = [HTTPAddress.origin(of: settings.url): 0]
        var labels = [label]
        var origins = [HTTPAddress.origin(of: settings.url)]
        for url in settings.elements.urls {
            let origin = HTTPAddress.origin(of: url)
            guard numbers[origin] == nil else { continue }
            numbers[origin] = labels.count
            labels.append(origin)
            origins.append(origin)
        }
        self.origins = origins
        self.numbers = numbers
        // Twice the connections, so that the port has the next signal ready when one completes.
        endpoints = labels.map {
            EndpointProfile(label: $0, slots: 2 * settings.maxInFlight, connections: settings.maxInFlight)
        }
    }

    public var distinguishesElements: Bool { endpoints.count > 1 || !settings.dialect.namesElements }

    public func endpoint(of target: Target) -> Int? {
        guard settings.knows(target) else { return nil }
        guard endpoints.count > 1, let url = settings.elements.rule(name: target.name, path: target.path)?.url else {
            return 0
        }
        return numbers[HTTPAddress.origin(of: url)]
    }

    public func binding(of target: Target) -> Binding? { settings.binding(of: target) }

    public var bindsByName: Bool { settings.elements.isEmpty && settings.dialect.namesElements }

    public func writable(_ target: Target) -> FacetTypes {
        settings.hasOrders(for: target) ? target.types : FacetTypes()
    }

    public func readable(_ target: Target) -> FacetTypes { settings.readable(target) }

    /// Where it rests is what servers report of a cover, as its position or as a direction.
    public func cover(_ target: Target) -> CoverProfile {
        CoverProfile(directionAtZero: settings.openAt(target).map { $0 == 0 ? .up : .down }, reportsEnds: true)
    }

    public var reading: ReadPolicy? { settings.reading }
    public var checkInterval: Duration? { .seconds(60) }

    public func signal(for value: Value, of target: Target) throws(SignalFault) -> String {
        var request = RenderedRequest()
        try settings.render(value, of: target, into: &request, isMasked: true)
        return request.shown
    }

    /// Most requests hold no secret: what is shown is what is sent.
    public func prepare(_ value: Value, for target: Target) throws(SignalFault) -> PreparedSignal {
        var request = RenderedRequest()
        let trace = SecretTrace()
        let success: SuccessRule
        do throws(SignalFault) {
            success = try settings.render(value, of: target, into: &request, trace: trace)
        } catch {
            // The port reports the fault of the request; the text may have none.
            return PreparedSignal(text: try signal(for: value, of: target))
        }
        let text = trace.isTouched ? try signal(for: value, of: target) : request.shown
        return PreparedSignal(text: text, content: PreparedRequest(request, success))
    }
}
