public import DomoLanguage
import DomoModel

// Views of the house and of the daemon.

extension HouseShowing where Self: ~Copyable {
    func view(of id: ElementID, language: String? = nil) -> ElementView {
        // One copy of the index for all accesses: lists may have 100,000 elements.
        let index = houses.index
        let element = index[id]
        let representative = houses.representative(of: id)
        let known = readings[representative]
        let parts = index.parts(of: id)
        let options = element.details?.options ?? []
        return ElementView(
            path: index.path(of: id),
            name: element.name,
            kind: element.kind.word,
            types: element.types.map(\.word),
            readings: element.types.map { view(of: known, $0, of: representative) },
            unit: element.details?.unit,
            label: element.details?.label(in: language, own: index.languages[index.house(of: id)]),
            cover: coverView(of: representative),
            isVirtual: element.isVirtual ? true : nil,
            isButton: houses.isButton(id) ? true : nil,
            role: element.details?.role?.word,
            elementClass: element.details?.elementClass?.word,
            options: options.isEmpty ? nil : options.map(\.value),
            parts: parts.isEmpty ? nil : parts.map { view(of: ElementID($0), language: language) }
        )
    }

    func reading(of id: ElementID, _ type: FacetType) -> ReadingView {
        let representative = houses.representative(of: id)
        return view(of: readings[representative], type, of: representative)
    }

    private func view(of state: Readings.State, _ type: FacetType, of id: ElementID) -> ReadingView {
        ReadingView(
            type: type,
            reading: shown(state, type, of: id),
            isMoving: coverTraits(of: id, type) != nil && covers.isMoving(id) ? true : nil,
            isConnected: houses.hasReading(id, type) ? nil : false,
            isReachable: isUnreachable(id, type) ? false : nil,
            differs: comparisons.difference(id, type).flatMap { difference in
                comparison(of: id, type).map { "\(houses.endpoints[$0.number].label): \(difference.second.word)" }
            }
        )
    }

    /// When the first reading in the view of an element becomes stale with age; nil if none does.
    func nextStale(of id: ElementID) -> Instant? {
        let representative = houses.representative(of: id)
        var next: Instant?
        for facet in readings[representative].facets where !facet.reading.isStale {
            guard let age = maximumAge(of: representative, facet.type) else { continue }
            let end = facet.updated + age
            if now < end { next.lower(to: end) }
        }
        for part in houses.index.parts(of: id) { next.lower(to: nextStale(of: ElementID(part))) }
        return next
    }

    private func isUnreachable(_ id: ElementID, _ type: FacetType) -> Bool {
        houses.endpoint(of: id, type).map { isReachable($0) == false } ?? false
    }

    /// A reading may be outdated while its endpoint is unreachable.
    private func shown(_ state: Readings.State, _ type: FacetType, of id: ElementID) -> Reading {
        guard let facet = state.facets.first(where: { $0.type == type }), houses.hasReading(id, type) else {
            return Reading(value: nil, certainty: .unknown, since: houses.loadedAt.wall, cause: .house)
        }
        return facet.shown(isUnreachable: isUnreachable(id, type), maximumAge: maximumAge(of: id, type), at: now)
    }
}

extension Engine {
    /// An element, or the place if no element has the name.
    func shown(_ name: String, seenIn scope: Scope) throws(Fault) -> Reply {
        let unknown: Fault
        do throws(Fault) {
            return .element(view(of: try houses.element(named: name, seenIn: scope)))
        } catch {
            guard error.code == .unknownElement else { throw error }
            unknown = error
        }
        do throws(Fault) {
            guard case .place(let place) = try houses.find(name, seenIn: scope) else { throw unknown }
            return .place(summary(of: place, language: nil, seenIn: scope))
        } catch {
            throw error.code == .ambiguousName ? error : unknown
        }
    }

    /// How long a reply to `show` stays the same.
    func lifetime(of reply: Reply) -> PlainReply.Lifetime {
        guard case .element(let view) = reply, let id = houses.index.element(at: view.path) else { return .once }
        return nextStale(of: id).map { .until($0) } ?? .untilInput
    }

    // MARK: - Explanations

    func explain(_ order: Order, seenIn scope: Scope) throws(Fault) -> Explanation.Signal {
        let id = try houses.element(named: order.element, seenIn: scope)
        try requireTime(for: order, of: id)
        return try houses.signal(
            for: try value(of: order.wish, for: id, in: readings[houses.representative(of: id)]),
            of: id
        )
    }

    /// The value that a wish means in that state.
    func value(of wish: Order.Wish, for id: ElementID, in state: Readings.State) throws(Fault) -> Value {
        if let absolute = try houses.absoluteValue(of: wish, for: id) { return absolute }
        return try resolve(wish, for: id, in: houses.index, state: state)
    }

    // MARK: - Status

    /// The engine's status, unfiltered.
    public var status: StatusView {
        var status = statusWithoutNotices
        status.notifier = notices.view(since: started)
        return status
    }

    private var statusWithoutNotices: StatusView {
        StatusView(
            version: domoVersion,
            since: started.wall,
            loaded: houses.loadedAt.wall,
            houses: houses.index.roots.enumerated().map { house, root in
                StatusView.House(
                    name: houses.index[root].name,
                    elements: count(in: root, seenIn: .everything),
                    server: houses.link(ofHouse: house)?.label
                )
            },
            servers: links.all.map { view(of: $0) },
            links: houses.links.map { view(of: $0) },
            accepted: orders.counts.accepted,
            failed: orders.counts.failed,
            confirmed: orders.counts.confirmed,
            unconfirmed: orders.counts.unconfirmed,
            limited: rates.refused > 0 ? rates.refused : nil,
            latency: orders.counts.latency.view,
            warnings: standInWarnings + (lostRecordingWarning.map { [$0] } ?? []) + houses.warnings,
            comparisons: textComparisons,
            standIn: houses.standIn.map { .init(since: $0.since, problem: $0.problem) },
            recording: scenes.recording,
            files: houses.loaded.files,
            sources: houses.loaded.sources
        )
    }

    /// Nil if no loaded scene is in the file.
    public func sceneName(inFile file: String) -> String? { scenes.name(inFile: file) }

    /// The name of the recording that is under way, or that was lost and not reported yet.
    public var recordingName: String? { scenes.recording?.name ?? scenes.lostRecording }

    private var lostRecordingWarning: String? {
        scenes.lostRecording.map {
            "the recording of \(Words.quoted($0)) was lost when domod ended; record it again: domo record \(Words.quoted($0))"
        }
    }

    private func view(of link: Catalog.Link) -> LinkView {
        let endpoints = links.endpoints(of: link.key)
        return LinkView(
            key: link.key,
            kind: link.kind,
            endpoints: endpoints.map { .init(endpoint: links[$0].profile.label, reachable: links[$0].isReachable) },
            problem: endpoints.compactMap { id in
                problem(of: links[id]).map { endpoints.count > 1 ? "\(links[id].profile.label): \($0)" : $0 }
            }.first,
            connection: links.connection(of: link.key),
            traffic: links.traffic(of: link.key, at: now)
        )
    }

    /// Why the endpoint can't be used now; nil if it can.
    func problem(of endpoint: Endpoint) -> String? {
        endpoint.breaker.outage?.reason ?? limit(of: endpoint)
    }

    private func view(of id: EndpointID) -> ServerView {
        let endpoint = links[id]
        let round = polling.round(of: id)
        return ServerView(
            server: endpoint.profile.label,
            reachable: endpoint.isReachable,
            lastContact: endpoint.lastContact,
            latency: endpoint.latency.value,
            reportsState: endpoint.link.profile.reading != nil,
            lastReading: round?.lastReading?.wall,
            readingProblem: round?.problem,
            problem: problem(of: endpoint),
            waiting: orders.waiting(for: id),
            inFlight: endpoint.inFlight - endpoint.reading,
            houses: houses.houses(on: endpoint.link.key)
        )
    }

    /// Warnings that the houses are not those of the files.
    private var standInWarnings: [String] {
        guard let standIn = houses.standIn else { return [] }
        let first = standIn.problem.prefix { $0 != "\n" }.prefix(200)
        guard let since = standIn.since else {
            return ["there is no house: the files can't be loaded, and no version of them ever was: \(first)"]
        }
        let active = "the version of \(since.rfc3339) is active; loading failed at \(standIn.failed.rfc3339): \(first)"
        return standIn.access == nil ? ["rights are those of \(since.rfc3339)", active] : [active]
    }

    private func limit(of endpoint: Endpoint) -> String? {
        guard let until = endpoint.limitedUntil, now < until else { return nil }
        return "rate limited until \(until.wall.rfc3339) (the server sent Retry-After)"
    }

    // MARK: - Events

    /// - Parameters:
    ///   - id: a representative: the readings are published for all its twins.
    ///   - isStored: false if only time has passed.
    mutating func publishReadings(
        of id: ElementID,
        _ types: [FacetType],
        at now: Instant,
        isStored: Bool = true
    ) {
        guard !types.isEmpty else { return }
        links.noteReadings()
        for type in types { comparisons.noteChange(of: id, type, at: now) }
        if types.contains(.value) { numbers.note(readings.reading(id, .value)?.value, of: id) }
        let cover = coverView(of: id)
        for twin in houses.twins(of: id) {
            scenes.noteChange(of: twin)
            for type in types {
                let reading = reading(of: id, type)
                let path = houses.path(of: twin)
                if isStored, let known = readings.reading(id, type) {
                    outbox.persist(.reading(element: path, type: type, known))
                }
                outbox.publish(
                    Event(
                        kind: .reading,
                        time: now.wall,
                        path: path,
                        reading: reading,
                        cover: coverTraits(of: id, type) == nil ? nil : cover,
                        by: reading.reading.cause
                    )
                )
            }
        }
    }

    /// Keeps in the log of the house that an endpoint was lost, or is back. The history leaves out that one is back
    /// which was never lost.
    mutating func keep(_ kind: HouseLogEntry.Kind, _ endpoint: EndpointID, message: String? = nil, at now: Instant) {
        var entry = HouseLogEntry(kind, at: now.wall, message: message)
        entry.link = links[endpoint].profile.label
        entry.places = houses.houses(on: links[endpoint].link.key)
        outbox.persist(.event(entry))
    }

    mutating func publish(_ endpoint: EndpointID, isReachable: Bool?, message: String, at now: Instant) {
        outbox.publish(
            Event(
                kind: .server,
                time: now.wall,
                server: links[endpoint].profile.label,
                reachable: isReachable,
                message: message
            )
        )
    }
}
