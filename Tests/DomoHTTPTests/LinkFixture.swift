import DomoEngine
import DomoHTTP
import DomoModel

/// A link with its own loop.
struct LinkFixture {
    let loop: CurlLoop
    let link: HTTPLink

    init(
        _ url: String,
        loop: CurlLoop = CurlLoop(),
        maxInFlight: Int = 8,
        credentials: Credentials = .none,
        sharesCredentials: Bool = false,
        caFile: String? = nil,
        dialect: Dialect = .pervML,
        elements: ElementRules = ElementRules()
    ) throws {
        let settings = try ServerSettings(
            url: url,
            maxInFlight: maxInFlight,
            credentials: credentials,
            sharesCredentials: sharesCredentials,
            caFile: caFile,
            dialect: dialect,
            elements: elements
        )
        self.loop = loop
        link = HTTPLink(settings: settings, loop: loop)
    }

    /// Sends one order, and waits for its outcome, without the hint.
    func outcome(
        _ action: Value = .on,
        element: String = "Buzzer",
        id: UInt64 = 1,
        timeout: Duration = .seconds(60)
    ) async -> Outcome {
        switch await outcomeWithHint(action, element: element, id: id, timeout: timeout) {
        case .refused(let reason, let isPassing, let retryAfter, _):
            .refused(reason: reason, isPassing: isPassing, retryAfter: retryAfter)
        case .notSent(let reason, _): .notSent(reason: reason)
        case let other: other
        }
    }

    func outcomeWithHint(
        _ action: Value = .on,
        element: String = "Buzzer",
        id: UInt64 = 1,
        timeout: Duration = .seconds(60)
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            link.send(Dispatch(id: .init(id), target: .named(element), value: action, timeout: timeout)) {
                continuation.resume(returning: $0)
            }
            link.flush()
        }
    }

    /// Sends one query, and waits for its result.
    func report(
        _ targets: [Target],
        isForAll: Bool = false,
        id: UInt64 = 1,
        timeout: Duration = .seconds(60),
        check: Query.Check? = nil
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            let query = Query(
                id: .init(id),
                endpoint: link.profile.endpoints[0].label,
                targets: targets,
                isForAll: isForAll,
                timeout: timeout,
                check: check
            )
            link.read(query) { continuation.resume(returning: $0) }
            link.flush()
        }
    }

    /// Sends one order to a new test server.
    static func outcome(
        of answer: TestServer.Answer,
        timeout: Duration = .seconds(60)
    ) async throws -> Outcome {
        try await TestServer.run { _ in
            answer
        } body: { server in
            let fixture = try LinkFixture(server.url)
            defer { fixture.loop.stop() }
            return await fixture.outcome(timeout: timeout)
        }
    }
}

extension Target {
    static func named(_ name: String, in place: String = "House", _ types: FacetType...) -> Target {
        Target(name: name, path: "\(place)/\(name)", types: FacetTypes(types) ?? FacetTypes())
    }
}
