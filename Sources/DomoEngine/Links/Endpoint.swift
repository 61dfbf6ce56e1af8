import DomoModel

/// An endpoint as the engine sees it: whether it answers, and how much may be sent to it at once.
struct Endpoint: Sendable {
    let link: Catalog.Link
    let profile: EndpointProfile
    /// Its number in the link's profile.
    let position: Int
    var breaker = Breaker()
    /// Nil if only the slots limit what is sent.
    private(set) var budget: Budget?
    /// Nil until something was sent to it.
    var isReachable: Bool?
    var lastContact: Timestamp?
    /// How long the endpoint takes to answer orders.
    var latency = MovingMean()
    /// Dispatches and queries without an outcome, including cancelled ones.
    var inFlight = 0
    /// The queries among them.
    var reading = 0
    /// The endpoint sent Retry-After: until then nothing is sent except the first try of an order that somebody waits
    /// for.
    var limitedUntil: Instant?
    /// When its earliest timer expires.
    var wakeAt: Instant?

    init(_ link: Catalog.Link, _ position: Int, at now: Instant) {
        self.link = link
        self.position = position
        profile = link.profile.endpoints[position]
        budget = Budget(profile, at: now)
        if profile.reportsReachability { breaker.wentDown(reason: "not connected yet", at: now) }
    }

    /// The same endpoint after a load: it keeps its state except for the rate limit, which the reason for the load may
    /// have lifted.
    init(_ link: Catalog.Link, _ position: Int, after old: Endpoint, at now: Instant) {
        self.init(link, position, at: now)
        (breaker, isReachable, lastContact) = (old.breaker, old.isReachable, old.lastContact)
        latency = old.latency
        (inFlight, reading) = (old.inFlight, old.reading)
        if let before = old.budget { budget?.inherit(from: before) }
        // A new port reports reachability anew.
        if profile.reportsReachability, link.port !== old.link.port {
            breaker.wentDown(reason: "not connected yet", at: now)
        }
    }

    /// Whether orders and queries may be tried at all.
    func mayTry(at now: Instant) -> Bool { !isLimited(at: now) && breaker.mayTry(at: now) }

    /// The link reports reachability, and reported that the endpoint is down.
    var isDown: Bool { breaker.isDown }

    func isLimited(at now: Instant) -> Bool { limitedUntil.map { now < $0 } ?? false }

    func hasBudget(at now: Instant) -> Bool { budget?.hasTokens(at: now) ?? true }

    /// The cost of a signal. Without pacing the profile is not asked.
    func cost(of value: Value, for target: Target) -> Int {
        budget == nil ? 1 : max(1, link.profile.cost(of: value, for: target))
    }

    // MARK: - Reads

    /// The cost of a query. Without pacing the profile is not asked.
    func cost(ofReading elements: [ElementID], _ target: (ElementID) -> Target) -> Int {
        budget == nil ? 1 : link.profile.cost(ofReading: elements, target)
    }

    /// True if another query may be sent now.
    func mayRead(at now: Instant) -> Bool {
        guard inFlight < profile.connections, reading < profile.maxReads ?? .max, mayTry(at: now) else { return false }
        return budget?.mayRead(at: now) ?? true
    }

    /// When the budget allows a query; nil if it does now.
    func budgetForRead(from now: Instant) -> Instant? {
        guard let moment = budget?.readAt(from: now) else { return nil }
        return now < moment ? moment : nil
    }

    mutating func chargeRead(_ cost: Int, at now: Instant) { budget?.chargeRead(cost, at: now) }
    mutating func charge(_ cost: Int, at now: Instant) { budget?.charge(cost, at: now) }
    mutating func chargeUrgent(_ cost: Int, at now: Instant) { budget?.chargeUrgent(cost, at: now) }
    mutating func chargeOthers(_ cost: Int, at now: Instant) { budget?.chargeOthers(cost, at: now) }

    /// When it may be tried again, if known.
    func nextTry(after now: Instant) -> Instant? {
        [breaker.outage?.nextTry, limitedUntil].compactMap { $0 }.filter { now < $0 }.min()
    }
}
