import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// The reads of states: those of the engine's queries, which it has charged, and the link's own, which wait for the
/// budget.
struct Reads: Sendable {
    /// A state that a query waits for.
    private struct OpenState: Sendable {
        var state: Answer.State
        var facet: Int
        var address: GroupAddress
    }

    private var queue = ReadQueue()
    /// The states that each query waits for.
    private var queries: [Dispatch.ID: [OpenState]] = [:]
    private var budget = LinkBudget()
    private var repeated = RepeatedReads()
    /// When the budget allows the next of the link's own reads; nil if none waits for it.
    private var nextOwnRead: Instant?

    // MARK: - Queries

    /// Adds the reads of a query.
    ///
    /// - Returns: False if none of its states can be read: it is answered at once.
    mutating func add(
        _ query: Query,
        _ profile: KNXLinkProfile,
        at now: Instant,
        into actions: inout [BusMachine.Action]
    ) -> Bool {
        var open: [OpenState] = []
        for (target, element) in query.targets.enumerated() {
            for type in element.types {
                guard let number = profile.number(element.path, type),
                    let address = profile.queriedState(profile.bindings.facets[number])
                else { continue }
                let state = Answer.State(target: target, type: type, value: nil)
                open.append(OpenState(state: state, facet: number, address: address))
            }
        }
        guard !open.isEmpty else {
            actions.append(.answer(query.id, .states([])))
            return false
        }
        let addresses = open.map(\.address).reduce(into: [GroupAddress]()) { if !$0.contains($1) { $0.append($1) } }
        queries[query.id] = open
        // A colour follows from all its objects.
        let others = open.flatMap { state in
            profile.bindings.facets[state.facet].colour == nil
                ? [] : profile.companionsToRead(profile.bindings.facets[state.facet])
        }
        queue.add(addresses + others.filter { !addresses.contains($0) }, for: query.id, until: now + query.timeout)
        return true
    }

    mutating func cancel(_ id: Dispatch.ID, into actions: inout [BusMachine.Action]) {
        guard queue.cancel(id) else { return }
        queries[id] = nil
        actions.append(.answer(id, .cancelled))
    }

    /// Ends all queries with this answer.
    mutating func endQueries(_ answer: Answer, into actions: inout [BusMachine.Action]) {
        for id in queries.keys.sorted(by: { $0.number < $1.number }) { actions.append(.answer(id, answer)) }
        queries = [:]
    }

    /// Answers a query. States without an answer have no value.
    private mutating func finish(_ id: Dispatch.ID, into actions: inout [BusMachine.Action]) {
        guard let open = queries.removeValue(forKey: id) else { return }
        actions.append(.answer(id, .states(open.map(\.state))))
    }

    // MARK: - The link's own reads

    /// Adds reads that no query waits for.
    mutating func addOwn(_ addresses: [GroupAddress]) { queue.addOwn(addresses) }

    /// The address to read now: first those of queries, then the link's own.
    ///
    /// - Returns: Nil if nothing is to be read, too many reads are unanswered, or the budget allows none yet.
    mutating func next(isUp: Bool, at now: Instant, into actions: inout [BusMachine.Action]) -> GroupAddress? {
        nextOwnRead = nil
        guard isUp else { return nil }
        if queue.isNextOwn {
            let moment = budget.spareAt(from: now)
            guard moment <= now else {
                nextOwnRead = moment
                return nil
            }
            actions.append(.report(.state(endpoint: nil, budget.chargeOwnRead(at: now))))
        }
        return queue.next(at: now)
    }

    // MARK: - Their telegrams

    /// Notes that the read was passed to the connection, where it may have to wait.
    mutating func noteGiven(_ address: GroupAddress, ticket: UInt64) { queue.noteGiven(address, ticket: ticket) }

    /// Handles the end of the telegram of a read.
    mutating func end(
        _ address: GroupAddress,
        ticket: UInt64,
        isSent: Bool,
        at now: Instant,
        into actions: inout [BusMachine.Action]
    ) {
        if isSent {
            queue.noteSent(address, ticket: ticket, at: now)
        } else {
            for id in queue.failed(address, ticket: ticket) { finish(id, into: &actions) }
            planRepetitions(at: now)
        }
    }

    private mutating func planRepetitions(at now: Instant) {
        for address in queue.drainUnanswered() {
            repeated.noteUnanswered(address, count: queue.unanswered[address] ?? 1, at: now)
        }
    }

    // MARK: - Answers

    /// True if domo has sent a read of the address and an answer may still arrive.
    func isOutstanding(_ address: GroupAddress) -> Bool { queue.isOutstanding(address) }

    /// Unanswered or refused reads since the last answer, by address.
    var unanswered: [GroupAddress: Int] { queue.unanswered }

    /// Gives a state that arrived to the queries that wait for it.
    mutating func note(_ value: Value, at address: GroupAddress, facet: Int) {
        for id in queries.keys {
            for position in queries[id]?.indices ?? 0..<0
            where queries[id]?[position].address == address && queries[id]?[position].facet == facet {
                queries[id]?[position].state.value = value
            }
        }
    }

    /// A telegram to the address arrived: it is not read any more.
    mutating func close(_ address: GroupAddress, into actions: inout [BusMachine.Action]) {
        repeated.noteAnswered(address)
        let answered = queue.answered(address)
        if let ticket = answered.ticket { actions.append(.cancel(ticket: ticket)) }
        for id in answered.queries { finish(id, into: &actions) }
    }

    // MARK: - Connection and time

    /// Drops all reads; their queries end without an answer (`endQueries`).
    mutating func drop(into actions: inout [BusMachine.Action]) {
        repeated.clear()
        for ticket in queue.clear() { actions.append(.cancel(ticket: ticket)) }
    }

    mutating func expire(at now: Instant, into actions: inout [BusMachine.Action]) {
        let expired = queue.expire(at: now)
        for ticket in expired.tickets { actions.append(.cancel(ticket: ticket)) }
        for id in expired.queries { finish(id, into: &actions) }
        planRepetitions(at: now)
        addOwn(repeated.due(at: now))
    }

    var earliest: Instant? { [queue.earliest, nextOwnRead, repeated.earliest].compactMap(\.self).min() }
}

// MARK: - The budget

extension Reads {
    /// The connection is up.
    mutating func startBudget(_ endpoint: EndpointProfile, at now: Instant) { budget.start(endpoint, at: now) }

    /// The pace has changed.
    mutating func restartBudget(_ endpoint: EndpointProfile, at now: Instant) { budget.restart(endpoint, at: now) }

    /// When something may be sent that can wait; `now` if it already may.
    func spareAt(from now: Instant) -> Instant { budget.spareAt(from: now) }

    /// Charges an order of the engine.
    mutating func chargeOrder(_ cost: Int, isUrgent: Bool, at now: Instant) {
        budget.chargeOrder(cost, isUrgent: isUrgent, at: now)
    }

    /// Charges a query of the engine.
    mutating func chargeQuery(_ cost: Int, at now: Instant) { budget.chargeQuery(cost, at: now) }

    /// Charges an exposure that is repeated, and reports it to the engine.
    mutating func chargeRepetition(at now: Instant, into actions: inout [BusMachine.Action]) {
        actions.append(.report(.state(endpoint: nil, budget.chargeOwnRead(at: now))))
    }

    /// Charges all other traffic on the bus, and reports it to the engine.
    mutating func chargeTraffic(_ cost: Int, at now: Instant, into actions: inout [BusMachine.Action]) {
        actions.append(.report(.state(endpoint: nil, budget.chargeTraffic(cost, at: now))))
    }
}
