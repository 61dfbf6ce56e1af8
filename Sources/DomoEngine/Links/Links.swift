import DomoLanguage
import DomoModel

/// The links and their endpoints: which are reachable, how much may be sent to each at once, and when to retry after a
/// failure.
struct Links: ~Copyable, Sendable {
    enum Step: Sendable {
        case reachable(EndpointID)
        case unreachable(EndpointID, reason: String)
        /// An order failed: the endpoint may be unreachable.
        case failing(EndpointID)
        case start(LinkID, any LinkPort)
        case stop(LinkID, any LinkPort)
        /// A load keeps the port.
        case use(any LinkProfile, any LinkPort)
    }

    /// The maximum pause for Retry-After: a wrong value must not block an endpoint for an hour.
    static let maxPause: Duration = .seconds(30)

    /// Which orders an endpoint accepts now.
    enum Admission {
        case none
        /// Only first tries of orders that somebody waits for: the endpoint is rate limited.
        case firstTries
        case all
    }

    private static let retryBackoff = Backoff(first: .milliseconds(100), max: .seconds(1))

    private var endpoints: [Endpoint] = []
    /// The running links, by key.
    private var started: [String: (id: LinkID, port: any LinkPort)] = [:]
    /// The bus connections that links reported, by key.
    private var connections: [String: LinkConnection] = [:]
    private var traffic: [String: TrafficView] = [:]
    private var rates: [String: TelegramRate] = [:]
    private var lastGeneration = 0
    private var steps = Decisions<Step>()
    private var exposures = Exposures()
    /// When an endpoint that failed or is rate limited may be tried again.
    private var timers = Timers<EndpointID, Instant>()
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func nextStep() -> Step? { steps.next() }

    var hasSteps: Bool { !steps.isEmpty }
    var earliest: Instant? { timers.earliest }
    var all: LazyMapSequence<Range<Int>, EndpointID> { endpoints.indices.lazy.map { EndpointID($0) } }
    var count: Int { endpoints.count }

    /// The number of items held; all 0 once every endpoint has answered.
    var held: [String: Int] { ["in flight": endpoints.reduce(0) { $0 + $1.inFlight }] }
    /// For tests that check whether timers accumulate.
    var timerCount: Int { timers.count }

    subscript(id: EndpointID) -> Endpoint {
        _read { yield endpoints[id.number] }
    }

    /// By endpoint number: whether it answers; nil until something was sent to it.
    var reachable: [Bool?] { endpoints.map(\.isReachable) }

    func contains(_ id: EndpointID) -> Bool { endpoints.indices.contains(id.number) }

    /// What waits for an endpoint is sent when the queues are pumped.
    mutating func wake(at now: Instant) {
        while let id = timers.popDue(at: now) {
            endpoints[id.number].wakeAt = nil
            if let next = endpoints[id.number].nextTry(after: now) { schedule(id, at: next) }
        }
    }

    // MARK: - What may be sent

    func admission(to id: EndpointID, at now: Instant) -> Admission {
        guard endpoints[id.number].inFlight < endpoints[id.number].profile.slots,
            endpoints[id.number].breaker.mayTry(at: now), endpoints[id.number].hasBudget(at: now)
        else { return .none }
        return endpoints[id.number].isLimited(at: now) ? .firstTries : .all
    }

    /// The number of queries in flight.
    func reading(_ id: EndpointID) -> Int { endpoints[id.number].reading }

    /// Called when something waits for the endpoint: if its budget is used up, schedules a wake-up for when there is
    /// more.
    mutating func awaitBudget(of id: EndpointID, at now: Instant) {
        guard let budget = endpoints[id.number].budget, !budget.hasTokens(at: now) else { return }
        schedule(id, at: budget.tokensAt(from: now))
    }

    /// The same for a query.
    mutating func awaitBudgetForReads(of id: EndpointID, at now: Instant) {
        guard let moment = endpoints[id.number].budgetForRead(from: now) else { return }
        schedule(id, at: moment)
    }

    /// One timer per endpoint, at the earliest moment.
    private mutating func schedule(_ id: EndpointID, at moment: Instant) {
        guard endpoints[id.number].wakeAt.map({ moment < $0 }) ?? true else { return }
        endpoints[id.number].wakeAt = moment
        timers.add(id, at: moment)
    }

    /// A dispatch is sent.
    /// - Returns: true if it is the only one that tries an unreachable endpoint.
    mutating func willSend(to id: EndpointID, cost: Int, at now: Instant) -> Bool {
        let isProbe = endpoints[id.number].breaker.outage != nil
        endpoints[id.number].inFlight += 1
        endpoints[id.number].charge(cost, at: now)
        endpoints[id.number].breaker.willTry()
        return isProbe
    }

    /// A query is sent.
    /// - Returns: true if it is the only one that tries an unreachable endpoint.
    mutating func willRead(from id: EndpointID, cost: Int, at now: Instant) -> Bool {
        endpoints[id.number].inFlight += 1
        endpoints[id.number].reading += 1
        endpoints[id.number].chargeRead(cost, at: now)
        endpoints[id.number].breaker.willTry()
        return endpoints[id.number].breaker.outage != nil
    }

    /// When an order may be tried again.
    mutating func nextTry(at id: EndpointID, failures: Int, from now: Instant) -> Instant {
        let next = now + Self.retryBackoff.delay(failures: failures, using: &random)
        return endpoints[id.number].limitedUntil.map { max(next, $0) } ?? next
    }

    // MARK: - What outcomes and answers show about endpoints

    mutating func note(_ outcome: Outcome, from id: EndpointID, isProbe: Bool, at now: Instant) {
        endpoints[id.number].inFlight -= 1
        if isProbe { endpoints[id.number].breaker.hasTried() }
        switch outcome {
        case .accepted: answered(id, at: now)
        case .refused(_, _, let retryAfter, _):
            answered(id, at: now)
            pause(id, for: retryAfter, at: now)
        case .unacknowledged: answered(id, at: now)
        case .notSent(let reason, _): orderFailed(id, reason: reason, isSilent: false, at: now)
        case .lost(let reason): orderFailed(id, reason: reason, isSilent: true, at: now)
        case .expired, .impossible: break
        }
        addProbe(id, at: now)
    }

    mutating func note(_ answer: Answer, from id: EndpointID, isLast: Bool, isProbe: Bool, at now: Instant) {
        guard isLast else {
            // An endpoint that starts to answer is reachable.
            if case .states = answer, !endpoints[id.number].isDown { answered(id, at: now) }
            return
        }
        endpoints[id.number].inFlight -= 1
        endpoints[id.number].reading -= 1
        if isProbe { endpoints[id.number].breaker.hasTried() }
        switch answer {
        case .states, .unusable: answered(id, at: now)
        case .refused(_, let retryAfter):
            answered(id, at: now)
            pause(id, for: retryAfter, at: now)
        case .failed(let reason):
            if !endpoints[id.number].profile.reportsReachability { failed(id, reason: reason, at: now) }
        case .cancelled: break
        }
        addProbe(id, at: now)
    }

    /// The endpoint reported something unasked.
    mutating func noteReport(from id: EndpointID, at now: Instant) { answered(id, at: now) }

    private mutating func addProbe(_ id: EndpointID, at now: Instant) {
        guard let nextTry = endpoints[id.number].breaker.outage?.nextTry else { return }
        schedule(id, at: max(nextTry, now))
    }

    private mutating func answered(_ id: EndpointID, at now: Instant) {
        endpoints[id.number].lastContact = now.wall
        // An answer to something sent before the link reported the endpoint down does not count.
        if !endpoints[id.number].isDown { isUp(id) }
    }

    private mutating func isUp(_ id: EndpointID) {
        let wasKnown = endpoints[id.number].isReachable == true
        endpoints[id.number].isReachable = true
        if endpoints[id.number].breaker.succeeded() || !wasKnown { steps.append(.reachable(id)) }
    }

    /// One order that fails says nothing about an endpoint whose reachability the link reports.
    private mutating func orderFailed(_ id: EndpointID, reason: String, isSilent: Bool, at now: Instant) {
        guard !endpoints[id.number].profile.reportsReachability else { return }
        failed(id, reason: reason, isSilent: isSilent, at: now)
        steps.append(.failing(id))
    }

    private mutating func failed(_ id: EndpointID, reason: String, isSilent: Bool? = nil, at now: Instant) {
        if endpoints[id.number].breaker.failed(reason: reason, isSilent: isSilent, at: now, using: &random) {
            endpoints[id.number].isReachable = false
            steps.append(.unreachable(id, reason: reason))
        }
    }

    /// Sends nothing to an endpoint until its Retry-After has passed.
    private mutating func pause(_ id: EndpointID, for duration: Duration?, at now: Instant) {
        guard let duration, duration > .zero else { return }
        let end = now + min(duration, Self.maxPause)
        endpoints[id.number].limitedUntil = max(endpoints[id.number].limitedUntil ?? end, end)
        schedule(id, at: end)
    }

    /// The endpoints of a link.
    func endpoints(of key: String) -> [EndpointID] {
        endpoints.indices.filter { endpoints[$0].link.key == key }.map { EndpointID($0) }
    }

    // MARK: - Reports of links

    /// The endpoints that a report is about: one by its label, or all of the link; none if another link has replaced
    /// the reporting one.
    func endpoints(of id: LinkID, named label: String?) -> [EndpointID] {
        guard started[id.key]?.id == id else { return [] }
        return endpoints(of: id.key).filter { label == nil || self[$0].profile.label == label }
    }

    /// - Returns: true if the link is still in use.
    func isCurrent(_ id: LinkID) -> Bool { started[id.key]?.id == id }

    mutating func note(_ connection: LinkConnection, of id: LinkID) {
        if isCurrent(id) { connections[id.key] = connection }
    }

    mutating func note(_ messages: [LinkMessage], of id: LinkID, at now: Instant) {
        let own = messages.count { $0.telegram.isOwn }
        traffic[id.key, default: TrafficView()].sent += own
        traffic[id.key, default: TrafficView()].received += messages.count - own
        rates[id.key, default: TelegramRate()].note(messages.count, at: now)
    }

    /// - Parameter milliseconds: the time between sending an order and the answer.
    mutating func note(latency milliseconds: Double, of id: EndpointID) {
        endpoints[id.number].latency.note(milliseconds)
    }

    /// Nil for a link without telegrams so far.
    func traffic(of key: String, at now: Instant) -> TrafficView? {
        guard var view = traffic[key] else { return nil }
        view.perSecond = rates[key]?.perSecond(at: now) ?? 0
        return view
    }

    /// Nil for a link that has not reported its bus connection.
    func connection(of key: String) -> LinkConnection? { connections[key] }

    mutating func wentUp(_ id: EndpointID, at now: Instant) {
        endpoints[id.number].lastContact = now.wall
        isUp(id)
    }

    mutating func wentDown(_ id: EndpointID, reason: String, at now: Instant) {
        let wasReachable = endpoints[id.number].isReachable != false
        let isNew = endpoints[id.number].breaker.wentDown(reason: reason, at: now)
        endpoints[id.number].isReachable = false
        if isNew || wasReachable { steps.append(.unreachable(id, reason: reason)) }
    }

    mutating func chargeOthers(_ id: EndpointID, _ cost: Int, at now: Instant) {
        endpoints[id.number].chargeOthers(cost, at: now)
    }

    mutating func chargeUrgent(_ id: EndpointID, _ cost: Int, at now: Instant) {
        endpoints[id.number].chargeUrgent(cost, at: now)
    }

    mutating func chargeRead(_ id: EndpointID, _ cost: Int, at now: Instant) {
        endpoints[id.number].chargeRead(cost, at: now)
    }

    // MARK: - Exposed readings

    /// Readings that links expose may have changed.
    mutating func noteReadings() { exposures.noteChange() }

    mutating func takeExposures() -> [(number: Int, entry: Exposures.Entry)] { exposures.takeDue() }

    /// - Returns: true if the link was last passed another value.
    mutating func noteExposed(_ number: Int, _ value: Value?) -> Bool { exposures.noteExposed(number, value) }

    // MARK: - Loads

    /// Applies a new load. An endpoint with the same link and label keeps its state.
    ///
    /// - Returns: for each previous endpoint its new number.
    mutating func load(_ links: [Catalog.Link], _ index: HouseIndex, at now: Instant) -> [EndpointID?] {
        let old = endpoints
        endpoints = []
        for link in links {
            for position in link.profile.endpoints.indices {
                let label = link.profile.endpoints[position].label
                let before = old.first { $0.link.key == link.key && $0.profile.label == label }
                if let before {
                    endpoints.append(Endpoint(link, position, after: before, at: now))
                } else {
                    endpoints.append(Endpoint(link, position, at: now))
                }
            }
        }
        for id in all where self[id].breaker.outage != nil && self[id].isReachable == true {
            endpoints[id.number].isReachable = false
            steps.append(.unreachable(id, reason: self[id].breaker.outage?.reason ?? ""))
        }
        startAndStop(links)
        exposures.load(links, index)
        timers = Timers()
        for id in all {
            if let next = endpoints[id.number].breaker.outage?.nextTry { schedule(id, at: next) }
        }
        return old.map { before in
            endpoints.firstIndex { $0.link.key == before.link.key && $0.profile.label == before.profile.label }
                .map { EndpointID($0) }
        }
    }

    /// Stops removed ports, then starts new ones; those that stay get their new profiles.
    private mutating func startAndStop(_ links: [Catalog.Link]) {
        for (key, link) in started.sorted(by: { $0.key < $1.key })
        where !links.contains(where: { $0.key == key && $0.port === link.port }) {
            started[key] = nil
            connections[key] = nil
            traffic[key] = nil
            rates[key] = nil
            steps.append(.stop(link.id, link.port))
        }
        for link in links {
            guard started[link.key] == nil else {
                steps.append(.use(link.profile, link.port))
                continue
            }
            lastGeneration += 1
            let id = LinkID(key: link.key, generation: lastGeneration)
            started[link.key] = (id, link.port)
            steps.append(.start(id, link.port))
        }
    }
}
