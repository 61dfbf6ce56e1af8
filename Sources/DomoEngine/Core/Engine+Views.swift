import DomoLanguage
import DomoModel

// What is shown of the house and of the daemon.

extension Engine {
    func view(of id: ElementID) -> ElementView {
        let element = catalog.index[id]
        let known = state[id]
        let isOutOfReach = isOutOfReach(id)
        return ElementView(
            path: catalog.index.path(of: id),
            name: element.name,
            kind: element.kind.word,
            types: element.types.map(\.word),
            readings: element.types.map {
                ReadingView(type: $0, reading: shown(known, $0, of: id, isOutOfReach: isOutOfReach))
            },
            unit: element.details?.unit,
            label: element.details?.label
        )
    }

    func reading(of id: ElementID, _ type: FacetType) -> ReadingView {
        ReadingView(type: type, reading: shown(state[id], type, of: id, isOutOfReach: isOutOfReach(id)))
    }

    /// What was known of a server's elements may no longer hold while it is out of reach.
    private func shown(_ state: StateTable.State, _ type: FacetType, of id: ElementID, isOutOfReach: Bool) -> Reading {
        guard let facet = state.facets.first(where: { $0.type == type }) else {
            return Reading(value: nil, certainty: .unknown, since: loaded.wall, cause: .house)
        }
        return facet.shown(isUnreachable: isOutOfReach, maximumAge: observer.maximumAge(of: id, type), at: now)
    }

    private func isOutOfReach(_ id: ElementID) -> Bool { catalog.isUnreachable(id, delivery) }

    // MARK: - Explanations

    func explain(_ order: Order, seenIn scope: Scope) throws(Fault) -> Explanation.Signal {
        let id = try element(named: order.element, seenIn: scope)
        return try explain(try action(of: order.wish, for: id, in: state[id]), of: id)
    }

    /// What a wish means in that state.
    func action(of wish: Order.Wish, for id: ElementID, in state: StateTable.State) throws(Fault) -> Value {
        if let absolute = try wish.absoluteValue(for: catalog.index[id]) { return absolute }
        return try resolve(wish, for: id, in: catalog.index, state: state)
    }

    func explain(_ action: Value, of id: ElementID) throws(Fault) -> Explanation.Signal {
        try catalog.signal(for: action, of: id)
    }

    // MARK: - Status

    var status: StatusView {
        let names = catalog.index.houses.map(\.name)
        return StatusView(
            version: domoVersion,
            since: started.wall,
            loaded: loaded.wall,
            houses: zip(catalog.index.roots, catalog.serverOfHouse).map { root, server in
                StatusView.House(
                    name: catalog.index[root].name,
                    elements: count(in: root, seenIn: .everything),
                    server: server.map { catalog.servers[$0].label }
                )
            },
            servers: delivery.servers.enumerated().map { number, server in
                ServerView(
                    server: server.profile.label,
                    reachable: server.isReachable,
                    lastContact: server.lastContact,
                    tellsState: server.profile.reading != nil,
                    lastReading: observer.rounds[number]?.lastReading?.wall,
                    readingProblem: observer.rounds[number]?.problem,
                    problem: server.breaker.outage?.reason ?? quiet(server),
                    waiting: server.waiting,
                    inFlight: server.inFlight,
                    houses: zip(names, catalog.serverOfHouse).filter { $0.1 == number }.map(\.0)
                )
            },
            accepted: accepted,
            failed: failed,
            confirmed: confirmed,
            unconfirmed: unconfirmed,
            warnings: refusal.map { [$0] + catalog.warnings } ?? catalog.warnings
        )
    }

    /// What people should know of the last load, where it was refused.
    private var refusal: String? {
        guard let refusedLoad else { return nil }
        let first = refusedLoad.message.prefix { $0 != "\n" }.prefix(200)
        return "what was read at \(refusedLoad.at.rfc3339) was refused, and what was there before goes on: \(first)"
    }

    private func quiet(_ server: ServerState) -> String? {
        guard let until = server.quietUntil, now < until else { return nil }
        return "asked to be left alone until \(until.wall.rfc3339)"
    }

    // MARK: - Events

    /// - Parameter isStored: false where only time has passed.
    mutating func publishReadings(
        of id: ElementID,
        _ types: [FacetType],
        at now: Instant,
        isStored: Bool = true
    ) {
        if !types.isEmpty { scenes.noteChange(of: id) }
        for type in types {
            let reading = reading(of: id, type)
            if isStored, let known = state.reading(id, type) {
                effects.append(.persist(.reading(element: catalog.index.path(of: id), type: type, known)))
            }
            effects.append(
                .publish(
                    Event(
                        kind: .reading,
                        time: now.wall,
                        path: catalog.index.path(of: id),
                        reading: reading,
                        by: reading.reading.cause
                    )
                )
            )
        }
    }

    mutating func publish(_ server: Int, isReachable: Bool?, message: String, at now: Instant) {
        effects.append(
            .publish(
                Event(
                    kind: .server,
                    time: now.wall,
                    server: catalog.servers[server].label,
                    reachable: isReachable,
                    message: message
                )
            )
        )
    }
}
