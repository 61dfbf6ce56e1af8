import DomoEngine
import DomoLanguage
import DomoModel

// The houses, their servers, and what a load changes.

extension Simulation {
    private static let kinds: [[FacetType]] =
        [
            [.binary], [.regulable, .binary], [.bidirectional], [.value], [.regulable], [.binary],
            [.regulable, .binary, .value], [.binary, .regulable, .colour],
        ] + FacetType.allCases.map { [$0] }

    func build() {
        hasCycle = dice.chance(150)
        // The same for all servers, because an order may move to another server.
        let confirmWithin = Duration.milliseconds(dice.number(scenario.confirmWithin))
        for number in 0..<3 {
            let house = number
            for index in 0..<scenario.elementsPerHouse + (number < 2 ? 1 : 0) {
                let types = Self.kinds[dice.below(Self.kinds.count)]
                let name = "E\(elements.count)"
                let element = Element(
                    name: name,
                    kind: index % 2 == 0 ? .device : .service,
                    types: FacetTypes(types) ?? FacetTypes()
                )
                addElement(element, "House\(house)/\(name)", house)
            }
            let first: SimulatedServer.Kind = dice.chance(300) ? .both : .all
            let kinds: [SimulatedServer.Kind] = [scenario.hasPushingLink ? .pushing : first, .one, .none]
            addServer(number, kinds[number], confirmWithin)
            serverOfHouse.append(number)
        }
    }

    func addElement(_ element: Element, _ path: String, _ house: Int) {
        let isSlow = dice.chance(200)
        elements.append(
            SimulatedElement(
                element: element,
                path: path,
                house: house,
                actuator: Actuator(isDimmer: element.types.contains(.regulable)),
                isRounding: dice.chance(200),
                obeysAfter: isSlow ? 500...2500 : 5...400
            )
        )
        elementNumbers[path] = elements.count - 1
    }

    func addServer(_ number: Int, _ kind: SimulatedServer.Kind, _ confirmWithin: Duration, deadline: Int? = nil) {
        let reports: [FacetType] =
            switch kind {
            case .none: []
            case .pushing: FacetType.allCases
            case .all, .one, .both: dice.chance(250) ? [.regulable, .bidirectional] : FacetType.allCases
            }
        let interval = dice.number(scenario.interval) * (kind == .one ? scenario.oneByOneFactor : 1)
        let plan = ReadPolicy(
            mode: kind == .pushing ? .pushed : .polled,
            readsOne: kind != .all,
            readsAll: kind == .all || kind == .both,
            interval: .milliseconds(interval),
            // Slightly longer than a round, or three rounds.
            maximumAge: kind == .pushing ? nil : .milliseconds(dice.chance(400) ? interval + 700 : 3 * interval),
            confirmDelay: .milliseconds(dice.number(50...300)),
            confirmWithin: confirmWithin,
            perSecond: dice.number(scenario.perSecond),
            timeout: .milliseconds(dice.number(300...3000))
        )
        let limit = dice.number(1...4)
        servers.append(
            SimulatedServer(
                kind: kind,
                link: SimulatedLink(number: number, label: "http://server\(number)", reports: reports),
                plan: kind == .none ? nil : plan,
                deadline: Int64(deadline ?? scenario.serverDeadline) * 1_000_000,
                maxInFlight: limit,
                connections: dice.number(1...limit)
            )
        )
    }

    /// The server of an element, by the last load.
    func server(of element: Int) -> Int? { serverOfHouse[elements[element].house] }

    func reports(_ type: FacetType, of element: Int) -> Bool {
        guard let server = server(of: element) else { return false }
        return servers[server].isRead && elements[element].types.contains(type)
            && servers[server].link.reports.contains(type)
    }

    /// The server reports this type, or a related one.
    func determines(_ type: FacetType, of element: Int) -> Bool {
        elements[element].types.contains { type.isDetermined(by: $0) && reports($0, of: element) }
    }

    /// The maximum age of a reading, in nanoseconds.
    func maximumAge(of element: Int) -> Int64 {
        guard let number = server(of: element), let plan = servers[number].plan, plan.mode == .polled else {
            return .max
        }
        let count = elements.indices.count { asks($0, on: number) }
        let round = Duration.seconds(1) / plan.perSecond * (plan.readsAll ? 1 : count)
        let age = plan.maximumAge ?? .seconds(1_000_000_000)
        return (round > plan.interval ? age * (round / plan.interval) : age).nanoseconds
    }

    private func asks(_ element: Int, on server: Int) -> Bool {
        guard elements[element].isPresent, self.server(of: element) == server else { return false }
        return elements[element].types.contains { reports($0, of: element) }
    }

    // MARK: - Loads

    /// The catalog of a load: mostly the same; sometimes without a house, some elements or reads, in another order, or
    /// with the servers of the houses swapped.
    func catalog(isVaried: Bool) -> Catalog {
        var houses = [0, 1, 2]
        let lacksHouse = isVaried && dice.chance(250)
        if lacksHouse { houses.remove(at: dice.below(3)) }
        if isVaried, dice.chance(300) { houses.reverse() }
        let lacksElements = isVaried && dice.chance(300)
        let reportsNothing = isVaried && dice.chance(120)
        var assigned = [0, 1, 2]
        if isVaried, dice.chance(150) { assigned = [1, 0, 2] }
        let used = Set(houses.map { assigned[$0] })
        var order = Array(used).sorted()
        if isVaried, dice.chance(300) { order.reverse() }
        for number in servers.indices {
            if !used.contains(number) || !servers[number].isPresent { removeServer(number) }
            servers[number].isPresent = used.contains(number)
            servers[number].isRead = servers[number].plan != nil && !reportsNothing && used.contains(number)
            if isVaried, dice.chance(300) { servers[number].maxInFlight = dice.number(1...4) }
            servers[number].connections = min(servers[number].connections, servers[number].maxInFlight)
        }
        for number in elements.indices {
            let house = elements[number].house
            let stays = houses.contains(house) && !(lacksElements && dice.chance(300))
            if !stays { remove(number) }
            if serverOfHouse[house] != assigned[house] { changeServer(of: number) }
            elements[number].isPresent = stays
        }
        serverOfHouse = assigned
        for number in elements.indices { elements[number].awaiting.removeAll { !staysConfirmable($0) } }
        return Catalog(
            houses: houses.map { house in
                House(
                    name: "House\(house)",
                    elements: elements.filter { $0.house == house && $0.isPresent }.map(\.element)
                )
            },
            links: order.map { link($0) },
            linkOfHouse: houses.map { order.firstIndex(of: assigned[$0]) },
            scenes: scenes()
        )
    }

    /// An order that can no longer be confirmed ends with the load, but may be confirmed until then.
    func staysConfirmable(_ order: UInt64) -> Bool { orders[order]?.isOver == false }

    func link(_ number: Int) -> Catalog.Link {
        let server = servers[number]
        let reading = server.isRead ? server.plan : nil
        return Catalog.Link(
            label: server.link.label,
            profile: server.link.profile(
                slots: server.maxInFlight,
                connections: server.connections,
                reading: reading,
                checkInterval: server.kind == .pushing ? nil : server.link.checkInterval,
                reportsReachability: server.kind == .pushing
            ),
            port: server.link,
            deadline: .nanoseconds(server.deadline)
        )
    }

    func removeServer(_ number: Int) {
        servers[number].forget()
        for (id, entry) in transmissions where entry.server == number { transmissions[id]?.isCounted = false }
    }

    func remove(_ number: Int) {
        guard elements[number].isPresent else { return }
        coverage.note("elements removed")
        elements[number].expected = [ExpectedReading](repeating: ExpectedReading(), count: FacetType.tableSize)
        elements[number].inFlight = nil
        elements[number].lastPushed = [Int64](repeating: .min, count: FacetType.tableSize)
        elements[number].accepted = AcceptedState()
        for (id, entry) in transmissions where entry.elements.contains(number) {
            transmissions[id]?.gone.insert(number)
        }
    }

    /// Reports of one server don't count as reports of another.
    func changeServer(of number: Int) {
        coverage.note("servers exchanged")
        for type in FacetType.allCases { elements[number].expected[Int(type.rawValue)].makeStale() }
        for order in elements[number].awaiting { orders[order]?.answer = nil }
    }
}
