import DomoModel

/// Reads states from endpoints: periodically or, if the link reports changes by itself, once; and after an order until
/// the house confirms it.
///
/// Pure decisions: its steps say what to do, and the engine carries them out. Orders come first: the engine asks for
/// the next query only if no order waits for the endpoint, and a query is cancelled if an order needs its place.
struct Polling: ~Copyable, Sendable {
    /// The maximum number of periodic queries in flight per endpoint.
    private static let maxPolls = 2
    /// Between the timeout of a query, which its link observes, and the handling of its answer.
    private static let maxHandlingDelay = Duration.milliseconds(500)
    private static let readback = Backoff(first: .milliseconds(300), max: .seconds(2))
    /// Between two reads of what moves by itself.
    private static let followPause = Duration.seconds(2)
    private static let retry = Backoff(first: .seconds(1), max: .seconds(30))

    private var steps = Decisions<Step>()
    /// By endpoint number; nil for an endpoint that reports nothing.
    private var rounds: [Round?] = []
    private(set) var facets = ReadableFacets()
    private var queries = PendingQueries()
    private var timers = Timers<Due, Instant>()
    private var random: SplitMix64
    /// When elements that move are read again.
    private var followed: [ElementID: Instant] = [:]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed ^ 0x0B5E_12FE_5EED_0001)
    }

    mutating func nextStep() -> Step? { steps.next() }

    var hasSteps: Bool { !steps.isEmpty }
    var earliest: Instant? { timers.earliest }
    var held: [String: Int] {
        [
            "queries": queries.count, "cancelled queries": queries.cancelledCount,
            "polling timers": timers.count,
            "polling steps": steps.count, "urgent queries": rounds.reduce(0) { $0 + ($1?.urgent.count ?? 0) },
        ]
    }

    func reports(_ type: FacetType, of element: ElementID) -> Bool { facets.reports(type, of: element) }

    /// True if the house reports the facet, or one from which it follows.
    func hasSource(_ type: FacetType, of element: ElementID) -> Bool { facets.hasSource(type, of: element) }

    /// The endpoint that reports a facet; nil if there is none.
    func endpoint(of element: ElementID, _ type: FacetType) -> EndpointID? { facets.endpoint(of: element, type) }

    /// The endpoint that reports a facet, or one from which it follows.
    func source(of element: ElementID, _ type: FacetType) -> EndpointID? { facets.source(of: element, type) }

    /// No state shows that a stop was obeyed.
    func canConfirm(_ value: Value, of element: ElementID) -> Bool {
        value.isState && reports(value.type, of: element)
            && facets.policy(of: element, value.type)?.confirmsOrders != false
    }

    /// How an endpoint is read, and its progress.
    func round(of endpoint: EndpointID) -> Round? {
        rounds.indices.contains(endpoint.number) ? rounds[endpoint.number] : nil
    }

    func policy(of endpoint: EndpointID) -> ReadPolicy? { round(of: endpoint)?.policy }

    /// What one answer of an endpoint covers, for each endpoint that is polled so.
    var targets: [[Target]] { rounds.compactMap { $0?.targets } }

    // MARK: - Queries

    /// Handles the timers that have expired.
    ///
    /// - Returns: what may have to be read back for orders, for `wantReadback`; nil if no timer is left.
    mutating func nextReadback(at now: Instant) -> Readback? {
        while let due = timers.popDue(at: now) {
            switch due {
            case .poll(let endpoint): pollIsDue(endpoint, at: now)
            case .readback(let readback): return readback
            case .expiry(let endpoint): steps.append(.expire(endpoint))
            }
        }
        return nil
    }

    /// True if the endpoint reports a facet of the element.
    func reports(_ element: ElementID, at endpoint: EndpointID) -> Bool {
        facets.endpoints(of: element).contains(endpoint)
    }

    /// True if a query may be due.
    func isDue(_ endpoint: EndpointID, at now: Instant) -> Bool { rounds[endpoint.number]?.isDue(at: now) == true }

    /// The next query that is due and allowed.
    mutating func nextQuery(for id: EndpointID, _ endpoint: Endpoint, at now: Instant) -> Round.Wanted? {
        guard let round = rounds[id.number], !round.elements.isEmpty || round.checksOnly,
            endpoint.mayRead(at: now)
        else { return nil }
        if !round.urgent.isEmpty, let wanted = urgentQuery(for: id, round, at: now) { return wanted }
        guard let nextPoll = round.nextPoll, nextPoll <= now else { return nil }
        guard queries.polls(at: id) < (round.pollsAll ? 1 : endpoint.profile.maxReads ?? Self.maxPolls) else {
            return nil
        }
        return rounds[id.number]?.nextInTurn()
    }

    private mutating func urgentQuery(for id: EndpointID, _ round: Round, at now: Instant) -> Round.Wanted? {
        if round.policy.readsOne {
            return rounds[id.number]?.nextUrgent()
        }
        // One answer covers all waiting orders; a query in flight may have begun too early.
        guard !queries.hasUrgentForAll(at: id) else { return nil }
        // An answer that covers all elements is long: even for orders it is not requested at any rate.
        if let last = round.lastPoll, now < last + round.minPause {
            wakeForPoll(id, at: last + round.minPause)
            return nil
        }
        return rounds[id.number]?.allUrgent()
    }

    /// Sends a query that was next.
    ///
    /// - Parameters:
    ///   - isProbe: it is the only one that tries an unreachable endpoint.
    mutating func send(
        _ wanted: Round.Wanted,
        as id: Dispatch.ID,
        to endpoint: EndpointID,
        _ state: Endpoint,
        isProbe: Bool,
        at now: Instant
    ) {
        guard let round = rounds[endpoint.number] else { return }
        if !wanted.isUrgent || wanted.isForAll { advance(endpoint, at: now) }
        queries.add(id, PendingQuery(wanted, of: endpoint, isProbe: isProbe, began: now, via: state.link.port))
        let timeout = round.policy.timeout
        if round.checksOnly {
            let check: Query.Check = state.breaker.isSilent ? .response : .connection
            steps.append(.check(id, check, timeout: timeout, endpoint))
        } else if wanted.isForAll {
            steps.append(.read(id, of: round.targets, isForAll: true, timeout: timeout, endpoint))
        } else {
            steps.append(.readElements(id, of: wanted.elements, timeout: timeout, endpoint))
        }
    }

    private mutating func advance(_ id: EndpointID, at now: Instant) {
        rounds[id.number]?.advance(at: now)
        guard let round = rounds[id.number] else { return }
        if round.isDone, round.missed.isEmpty {
            rounds[id.number]?.nextPoll = nil
        } else {
            poll(id, at: now + round.pace)
        }
    }

    private mutating func poll(_ id: EndpointID, at moment: Instant) {
        guard let round = rounds[id.number] else { return }
        let next = max(moment, round.lastPoll.map { $0 + round.minPause } ?? moment)
        rounds[id.number]?.nextPoll = next
        wakeForPoll(id, at: next)
    }

    /// One timer per endpoint, at the earliest moment.
    private mutating func wakeForPoll(_ id: EndpointID, at moment: Instant) {
        guard let round = rounds[id.number], round.wakeAt.map({ moment < $0 }) ?? true else { return }
        rounds[id.number]?.wakeAt = moment
        timers.add(.poll(id), at: moment)
    }

    private mutating func pollIsDue(_ id: EndpointID, at now: Instant) {
        rounds[id.number]?.wakeAt = nil
        if let next = rounds[id.number]?.nextPoll, now < next { wakeForPoll(id, at: next) }
    }

    /// Cancels a query if an order needs its place.
    ///
    /// - Parameter hasReady: an order waits for the endpoint.
    mutating func cedePlaces(at id: EndpointID, _ endpoint: Endpoint, hasReady: Bool) {
        let isWanted = endpoint.inFlight > endpoint.profile.connections || hasReady
        guard isWanted, endpoint.inFlight >= endpoint.profile.connections, endpoint.reading > 0 else { return }
        if let (query, port) = queries.cancelOne(at: id) { steps.append(.cancel(query, via: port)) }
    }

    // MARK: - For orders

    /// An order was accepted that the house can confirm: reads it back from now on.
    mutating func readBack(_ element: ElementID, _ type: FacetType, at now: Instant) {
        guard let policy = facets.endpoint(of: element, type).flatMap({ policy(of: $0) }) else { return }
        timers.add(.readback(.awaited(element)), at: now + policy.confirmDelay)
    }

    /// Reads an element soon because its state is uncertain.
    mutating func scheduleRead(of element: ElementID, at now: Instant) {
        guard let policy = facets.endpoints(of: element).first.flatMap({ policy(of: $0) }) else { return }
        timers.add(.readback(.uncertain(element)), at: now + policy.confirmDelay)
    }

    /// An element was seen moving: reads it again until it rests.
    mutating func follow(_ element: ElementID, at now: Instant) {
        guard followed[element].map({ $0 <= now }) ?? true,
            let policy = facets.endpoints(of: element).first.flatMap({ policy(of: $0) })
        else { return }
        let next = now + max(policy.confirmDelay, min(policy.interval, Self.followPause))
        followed[element] = next
        timers.add(.readback(.uncertain(element)), at: next)
    }

    /// After an order was not confirmed: reads elements of a link without polling once more.
    mutating func scheduleReadIfPushed(of element: ElementID, at now: Instant) {
        let endpoints = facets.endpoints(of: element)
        if endpoints.contains(where: { policy(of: $0)?.mode == .pushed }) { scheduleRead(of: element, at: now) }
    }

    /// A report arrived too late to count, so the element has to be read again.
    mutating func noteMissed(_ report: FacetReport, at now: Instant) {
        guard let id = facets.endpoint(of: report.element, report.type), let round = rounds[id.number],
            round.policy.mode == .pushed
        else { return }
        rounds[id.number]?.noteMissed([report.element])
        poll(id, at: round.nextPoll ?? now + round.pace)
    }

    /// Reads an element at its endpoints as soon as possible.
    ///
    /// - Parameter accepted: when its last order was accepted; nil if no order waits for the house.
    mutating func wantReadback(of element: ElementID, accepted: Instant?) {
        for endpoint in facets.endpoints(of: element) {
            // If nothing is polled, all changes are reported unasked.
            guard let round = rounds[endpoint.number], !round.elements.isEmpty, !round.isUrgent.contains(element)
            else { continue }
            // A query for all elements may already be in flight that began after the orders were accepted.
            if !round.policy.readsOne, let accepted, queries.hasUrgentForAll(at: endpoint, after: accepted) { continue }
            rounds[endpoint.number]?.noteUrgent(element)
        }
    }

    // MARK: - Answers

    /// A query without a final answer yet.
    func query(_ id: Dispatch.ID) -> PendingQuery? { queries[id] }

    /// A report that no order waits for.
    mutating func found(_ report: FacetReport) { steps.append(.observed(report)) }

    /// - Parameter isDown: the link reported that the query's endpoint is down.
    /// - Returns: the facets that the endpoint is the source of.
    mutating func handle(
        _ answer: Answer,
        to id: Dispatch.ID,
        isLast: Bool,
        isDown: Bool,
        at now: Instant
    ) -> [FacetReport] {
        guard let query = queries[id] else { return [] }
        let answer = isTooOld(query, at: now) ? .failed(reason: "the answer was handled too late") : answer
        if isLast {
            queries.remove(id)
            if let endpoint = query.endpoint { planNext(after: answer, to: query, endpoint, at: now) }
        }
        guard case .states(let states) = answer, let endpoint = query.endpoint, !isDown else { return [] }
        if states.contains(where: { $0.value != nil }) { rounds[endpoint.number]?.lastReading = now }
        let isPushed = policy(of: endpoint)?.mode == .pushed
        return states.compactMap { state in
            guard query.elements.indices.contains(state.target), let element = query.elements[state.target],
                state.value.map({ $0.type == state.type }) ?? true
            else { return nil }
            var report = FacetReport(element: element, type: state.type, value: state.value, began: query.began)
            report.isResponse = isPushed
            report.isMoving = state.isMoving
            report.isCompared = comparison(of: element, state.type) == endpoint
            return report.isCompared || facets.endpoint(of: element, state.type) == endpoint ? report : nil
        }
    }

    /// True if an answer waited in the process for long, which was stopped meanwhile (a paused virtual machine): the
    /// state may have changed since.
    private func isTooOld(_ query: PendingQuery, at now: Instant) -> Bool {
        guard let policy = query.endpoint.flatMap({ policy(of: $0) }), policy.mode == .polled else { return false }
        return now > query.began + policy.timeout + Self.maxHandlingDelay
    }

    private mutating func planNext(after answer: Answer, to query: PendingQuery, _ id: EndpointID, at now: Instant) {
        if case .states = answer {} else { rounds[id.number]?.noteMissed(query.elements.compactMap { $0 }) }
        switch answer {
        case .states:
            rounds[id.number]?.noteAnswer(at: now)
            if rounds[id.number]?.pollsAll == true { rounds[id.number]?.problem = nil }
        case .cancelled:
            // An urgent query is sent again for its order, or in turn. Links without polling have no turns.
            if query.isUrgent, rounds[id.number]?.policy.mode != .pushed { return }
            if !query.isForAll, !query.isUrgent {
                rounds[id.number]?.stepBack(to: query.elements.first ?? nil)
            }
            poll(id, at: now + .milliseconds(500))
        case .refused(let reason, _), .unusable(let reason):
            note(reason, id)
            if rounds[id.number]?.pollsAll == true || rounds[id.number]?.isDone == true { pause(id, at: now) }
        case .failed: pause(id, at: now)
        }
    }

    /// Reads again soon, then at growing intervals.
    private mutating func pause(_ id: EndpointID, at now: Instant) {
        guard let round = rounds[id.number] else { return }
        rounds[id.number]?.failures += 1
        let pause = Self.retry.delay(failures: round.failures + 1, using: &random)
        poll(id, at: now + (round.pollsAll || round.checksOnly ? min(pause, round.policy.interval) : pause))
    }

    private mutating func note(_ reason: String, _ id: EndpointID) {
        if rounds[id.number]?.noteProblem(reason) == true { steps.append(.failing(id, reason: reason)) }
    }

    /// Reads again what orders still wait for after a query.
    ///
    /// - Parameter reads: how often it was read before.
    mutating func planReadback(after query: PendingQuery, reads: Int, at now: Instant) {
        let next = now + Self.readback.delay(failures: reads + 1, using: &random)
        // One query for all waiting orders.
        if query.isForAll {
            if let endpoint = query.endpoint { timers.add(.readback(.all(endpoint)), at: next) }
        } else if let element = query.elements.first ?? nil {
            timers.add(.readback(.awaited(element)), at: next)
        }
    }

    /// An order failed: checks soon whether the endpoint is reachable, if nothing else shows that.
    mutating func check(_ id: EndpointID, at now: Instant) {
        guard let round = rounds[id.number], round.checksOnly else { return }
        let soon = now + .seconds(1)
        if round.nextPoll.map({ soon < $0 }) ?? true { poll(id, at: soon) }
    }

    mutating func stop() { for (id, query) in queries.inOrder { steps.append(.cancel(id, via: query.port)) } }

    mutating func expire(_ endpoint: EndpointID, at moment: Instant) { timers.add(.expiry(endpoint), at: moment) }

    /// An endpoint came up: reads everything once, without waiting for the next interval.
    mutating func readAll(of id: EndpointID, at now: Instant) {
        guard let round = rounds[id.number], !round.checksOnly else { return }
        // The first round is under way, or the answer that shows that it is up covers all elements.
        if round.policy.mode == .polled, round.isFirst || (round.pollsAll && round.lastAnswer == now) { return }
        rounds[id.number]?.startAgain()
        poll(id, at: now)
    }

    /// The link reported something about an endpoint unasked.
    mutating func noteReport(from id: EndpointID, at now: Instant) { rounds[id.number]?.lastReading = now }

    // MARK: - Loads

    /// Applies a new load.
    ///
    /// - Parameters:
    ///   - old: for each previous endpoint its new number.
    ///   - rerouted: the elements with a facet from another source now, by their new numbers.
    mutating func load(
        _ readable: ReadableFacets,
        _ polled: [PolledElements],
        _ links: borrowing Links,
        old: [EndpointID?],
        element: (ElementID) -> ElementID?,
        rerouted: Set<ElementID>,
        at now: Instant
    ) {
        let before = rounds
        facets = readable
        rounds = links.all.map { endpoint in
            // Spread over time, and none at the very start.
            let first = now + .milliseconds(Int.random(in: 0..<1000, using: &random))
            var round = Round(of: links[endpoint].link.profile, polled[endpoint.number], nextPoll: first)
            if let number = old.firstIndex(of: endpoint), let before = before[number] {
                round?.inherit(from: before, except: rerouted, number: element)
            }
            return round
        }
        facets.maximumAges = rounds.map { $0?.maximumAge }
        timers.replace { due in
            // Uncertain elements still have to be read.
            if case .readback(.uncertain(let old)) = due { element(old).map { .readback(.uncertain($0)) } } else { nil }
        }
        followed = Dictionary(followed.compactMap { old, next in element(old).map { ($0, next) } }) { max($0, $1) }
        queries.load(element: element, endpoint: { old[$0.number] })
    }

    /// After a load: reads for waiting orders at once, then resumes the rounds.
    mutating func resume(awaited: [ElementID], at now: Instant) {
        for element in awaited { timers.add(.readback(.awaited(element)), at: now) }
        for (number, round) in rounds.enumerated() {
            guard let next = round?.nextPoll else { continue }
            poll(EndpointID(number), at: next)
            timers.add(.expiry(EndpointID(number)), at: now)
        }
    }
}
