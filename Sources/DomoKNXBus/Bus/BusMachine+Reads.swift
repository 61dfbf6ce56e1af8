public import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Reads of states: for queries from the engine, and the link's own reads of states that covers report in addition to
// their position.

extension BusMachine {
    public mutating func read(_ query: Query, at now: Instant) -> [Action] {
        // The engine has charged this cost, whatever is actually sent; charging the same keeps both budgets equal.
        budget?.chargeRead(max(1, query.targets.reduce(0) { $0 + profile.cost(ofReading: $1) }), at: now)
        guard isUp else {
            actions.append(.answer(query.id, .failed(reason: downReason)))
            return takeActions()
        }
        var open: [OpenState] = []
        for (target, element) in query.targets.enumerated() {
            for type in element.types {
                guard let number = profile.number(element.path, type) else { continue }
                let facet = profile.bindings.facets[number]
                let address =
                    type == .bidirectional
                    ? facet.motion?.direction.flatMap { profile.table.isReadable($0) ? $0 : nil }
                    : profile.stateToRead(facet)
                guard let address, facet.read != .never else { continue }
                open.append(OpenState(target: target, facet: number, address: address))
            }
        }
        guard !open.isEmpty else {
            actions.append(.answer(query.id, .states([])))
            return takeActions()
        }
        let addresses = open.map(\.address).reduce(into: [GroupAddress]()) { if !$0.contains($1) { $0.append($1) } }
        queries[query.id] = open
        reads.add(addresses, for: query.id, until: now + query.timeout)
        readNext(at: now)
        return takeActions()
    }

    /// Sends the reads that may be sent now: first those of queries, which the engine has already charged, then the
    /// link's own.
    mutating func readNext(at now: Instant) {
        nextOwnRead = nil
        guard isUp else { return }
        while true {
            if reads.isNextOwn {
                let moment = budget?.readAt(1, leaving: .zero, from: now) ?? now
                guard moment <= now else {
                    nextOwnRead = moment
                    return
                }
                budget?.chargeRead(1, at: now)
                actions.append(.report(.state(endpoint: nil, .reads(cost: 1))))
            }
            guard let address = reads.next(at: now) else { return }
            let telegram = GroupTelegram(destination: address, service: .read)
            reads.noteGiven(address, ticket: send(telegram, for: .read(address), at: now))
        }
    }

    /// Reads what covers report in addition to their positions: no query reads it.
    mutating func readOwnStates(at now: Instant) {
        var addresses: [GroupAddress] = []
        for facet in profile.bindings.facets where facet.read != .never {
            for address in [facet.motion?.locked, facet.motion?.moving].compactMap({ $0 })
            where profile.table.isReadable(address) && !addresses.contains(address) {
                addresses.append(address)
            }
        }
        reads.addOwn(addresses)
        readNext(at: now)
    }

    /// Plans to read a facet that another device commanded, in case no status arrives in time: the telegram may have
    /// been delayed or may not have reached the actuator.
    mutating func verify(_ number: Int, at now: Instant) {
        let facet = profile.bindings.facets[number]
        let end = now + (facet.within ?? Self.defaultVerificationTime)
        // Switching a lamp changes its level too.
        let siblings = [FacetType.binary, .regulable].compactMap { profile.number(facet.facet.path, $0) }
        for each in Set([number] + siblings) where !statesToRead(each).isEmpty { unverified[each] = end }
    }

    private static let defaultVerificationTime: Duration = .seconds(10)

    mutating func readUnverified(at now: Instant) {
        let due = unverified.filter { $0.value <= now }.keys.sorted()
        for number in due { unverified[number] = nil }
        if isUp { reads.addOwn(due.flatMap(statesToRead)) }
    }

    /// All addresses that report what a facet does, including movement and direction of a cover.
    func statesToRead(_ number: Int) -> [GroupAddress] {
        let facet = profile.bindings.facets[number]
        let motion = facet.read == .never ? nil : facet.motion
        let reported = [motion?.moving, motion?.direction].compactMap(\.self).filter(profile.table.isReadable)
        return [profile.stateToRead(facet)].compactMap(\.self) + reported
    }

    mutating func readExpired(at now: Instant) {
        let due = expiries.filter { $0.value <= now }.keys.sorted()
        var addresses: [GroupAddress] = []
        for number in due {
            let facet = profile.bindings.facets[number]
            expiries[number] = facet.expires.map { now + $0 }
            if let address = profile.stateToRead(facet) { addresses.append(address) }
        }
        if isUp { reads.addOwn(addresses) }
    }

    /// Gives a state that arrived to the queries that wait for it.
    mutating func answered(_ address: GroupAddress, _ value: Value, facet: Int) {
        for id in queries.keys {
            for position in queries[id]?.indices ?? 0..<0
            where queries[id]?[position].address == address && queries[id]?[position].facet == facet {
                queries[id]?[position].value = value
            }
        }
    }

    mutating func finish(_ id: Dispatch.ID) {
        guard let open = queries.removeValue(forKey: id) else { return }
        let states = open.map { state in
            Answer.State(
                target: state.target,
                type: profile.bindings.facets[state.facet].facet.type,
                value: state.value
            )
        }
        // States without an answer have no value.
        actions.append(.answer(id, .states(states)))
    }
}
