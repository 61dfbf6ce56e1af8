import DomoModel

/// An endpoint as the engine knows it: whether it answers, and how much it is given at once.
struct Endpoint: Sendable {
    let link: Catalog.Link
    let profile: EndpointProfile
    /// Its number in the link's profile.
    let position: Int
    var breaker = Breaker()
    /// Nil where only the slots limit what is sent.
    private(set) var budget: Budget?
    /// Nil until something was sent to it.
    var isReachable: Bool?
    var lastContact: Timestamp?
    /// How long it takes to answer orders.
    var latency = MovingMean()
    /// Dispatches and queries not reported yet, those given up included.
    var inFlight = 0
    /// Of them, the queries.
    var reading = 0
    /// It sent Retry-After: nothing is sent before, but the first try of an order that somebody waits for.
    var limitedUntil: Instant?
    /// When the earliest timer for it is due.
    var wakeAt: Instant?

    init(_ link: Catalog.Link, _ position: Int, at now: Instant) {
        self.link = link
        self.position = position
        profile = link.profile.endpoints[position]
        budget = Budget(profile, at: now)
        if profile.reportsReachability { breaker.wentDown(reason: "not connected yet", at: now) }
    }

    /// The same endpoint after a load: what is known of it stays, but for its rate limit. Who loads again may have lifted
    /// that.
    init(_ link: Catalog.Link, _ position: Int, after old: Endpoint, at now: Instant) {
        self.init(link, position, at: now)
        (breaker, isReachable, lastContact) = (old.breaker, old.isReachable, old.lastContact)
        latency = old.latency
        (inFlight, reading) = (old.inFlight, old.reading)
        if let before = old.budget { budget?.goOn(after: before) }
        // A new port reports for itself when it can be reached.
        if profile.reportsReachability, link.port !== old.link.port {
            breaker.wentDown(reason: "not connected yet", at: now)
        }
    }

    /// Whether orders and questions may be tried at all.
    func mayTry(at now: Instant) -> Bool { !isLimited(at: now) && breaker.mayTry(at: now) }

    /// Its link reports when it can be reached, and reported that it can't.
    var isDown: Bool { breaker.isDown }

    func isLimited(at now: Instant) -> Bool { limitedUntil.map { now < $0 } ?? false }

    func hasBudget(at now: Instant) -> Bool { budget?.hasTokens(at: now) ?? true }

    /// What a signal takes of the budget. Where nothing is paced, nobody is asked.
    func cost(of value: Value, for target: () -> Target) -> Int {
        budget == nil ? 1 : max(1, link.profile.cost(of: value, for: target()))
    }

    // MARK: - Reads

    /// What a question takes of the budget. Where nothing is paced, nobody is asked.
    func cost(ofReading elements: [ElementID], _ target: (ElementID) -> Target) -> Int {
        guard budget != nil else { return 1 }
        return elements.reduce(0) { $0 + max(1, link.profile.cost(ofReading: target($1))) }
    }

    /// True where there is room for one more question of that cost.
    func mayRead(_ cost: Int, at now: Instant) -> Bool {
        guard inFlight < profile.connections, reading < profile.maxReads ?? .max, mayTry(at: now) else { return false }
        return budget?.mayRead(cost, at: now) ?? true
    }

    /// When the budget has room for a question; nil where it has now.
    func budgetForRead(_ cost: Int, from now: Instant) -> Instant? {
        guard let moment = budget?.readAt(cost, from: now) else { return nil }
        return now < moment ? moment : nil
    }

    mutating func chargeRead(_ cost: Int, at now: Instant) { budget?.chargeRead(cost, at: now) }
    mutating func charge(_ cost: Int, at now: Instant) { budget?.charge(cost, at: now) }
    mutating func chargeOthers(_ cost: Int, at now: Instant) { budget?.chargeOthers(cost, at: now) }

    /// When it may be tried again, where that is known.
    func nextTry(after now: Instant) -> Instant? {
        [breaker.outage?.nextTry, limitedUntil].compactMap { $0 }.filter { now < $0 }.min()
    }
}
