import DomoLanguage
import DomoModel

extension Observer {
    /// Takes in a new load of the houses: what is awaited goes on under the new numbers.
    ///
    /// - Parameters:
    ///   - servers: by number, with the label of the old server that it goes on from.
    ///   - element: an element's number in the new index.
    mutating func load(_ catalog: Catalog, old: [Catalog.Server], element: (ElementID) -> ElementID?, at now: Instant) {
        let rounds = self.rounds
        func number(of server: Int?) -> Int? {
            server.flatMap { number in catalog.servers.firstIndex { $0.label == old[number].label } }
        }
        findReadable(catalog)
        self.rounds = catalog.servers.enumerated().map { number, server in
            guard let plan = server.reading else { return nil }
            let elements = serverOf.indices.filter { serverOf[$0] == number }.map { ElementID($0) }
            // Not all servers at once, and none at the very start.
            let first = now + .milliseconds(Int.random(in: 0..<1000, using: &random))
            let targets = plan.tellsAll ? elements.map { Target($0, in: catalog.index) } : []
            var round = Round(plan: plan, elements: elements, targets: targets, nextPoll: first)
            if let before = old.firstIndex(where: { $0.label == server.label }), let before = rounds[before] {
                round.lastReading = before.lastReading
                round.lastPoll = before.lastPoll
                if plan.tellsAll { round.nextPoll = min(first, before.nextPoll) }
            }
            return round
        }
        timers.sweep { due in
            if case .confirmation = due { true } else { false }
        }
        moveQuestions(element: element, server: number)
        moveAwaiting(catalog, old: old, element: element, at: now)
        for (number, round) in self.rounds.enumerated() {
            guard let round else { continue }
            poll(number, at: round.nextPoll)
            timers.add(.expiry(server: number), at: now)
        }
    }

    private mutating func findReadable(_ catalog: Catalog) {
        guard catalog.servers.contains(where: { $0.reading != nil }) else {
            readable = []
            serverOf = []
            return
        }
        readable = []
        serverOf = []
        for id in catalog.index.elements.indices.map({ ElementID($0) }) {
            let server = catalog.serverOfHouse[catalog.index.house(of: id)]
            var types = FacetTypes()
            if let server, catalog.servers[server].reading != nil {
                types = catalog.servers[server].driver.readable(Target(id, in: catalog.index))
            }
            readable.append(types)
            serverOf.append(types.isEmpty ? nil : server)
        }
    }

    private mutating func moveQuestions(element: (ElementID) -> ElementID?, server: (Int?) -> Int?) {
        for (id, question) in questions {
            questions[id]?.server = server(question.server)
            questions[id]?.elements = question.elements.map { $0.flatMap(element) }
        }
    }

    private mutating func moveAwaiting(
        _ catalog: Catalog,
        old: [Catalog.Server],
        element: (ElementID) -> ElementID?,
        at now: Instant
    ) {
        let before = awaiting.values.sorted { $0.order.id.number < $1.order.id.number }
        awaiting = [:]
        awaited = [:]
        for var wait in before {
            guard let moved = element(wait.order.element), canConfirm(wait.action, of: moved) else {
                steps.append(.unconfirmed(wait, reason: "the element left the house, or its server tells no state now"))
                continue
            }
            wait.order.element = moved
            if let server = server(of: moved) {
                // What another server said is no answer to what this one is asked.
                if catalog.servers[server].label != old[wait.order.server].label { wait.observed = nil }
                wait.order.server = server
            }
            awaiting[wait.order.id] = wait
            awaited[moved, default: []].append(wait.order.id)
            timers.add(.readback(moved), at: now)
        }
    }
}

extension Target {
    init(_ id: ElementID, in index: HouseIndex) {
        let element = index[id]
        self.init(name: element.name, path: index.path(of: id), types: element.types)
    }
}
