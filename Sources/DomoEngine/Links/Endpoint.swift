import DomoModel

/// An endpoint as the engine knows it: whether it answers, and how much it is given at once.
struct Endpoint: Sendable {
    let link: Catalog.Link
    let profile: EndpointProfile
    /// Its number in the link's profile.
    let position: Int
    var breaker = Breaker()
    private(set) var bucket: TokenBucket?
    /// Nil until something was sent to it.
    var isReachable: Bool?
    var lastContact: Timestamp?
    /// Dispatches and queries not reported yet, those given up included.
    var inFlight = 0
    /// Of them, the queries.
    var reading = 0
    /// Rate limited by itself: not asked again before.
    var limitedUntil: Instant?

    init(_ link: Catalog.Link, _ position: Int, at now: Instant) {
        self.link = link
        self.position = position
        profile = link.profile.endpoints[position]
        bucket = profile.pace.map { TokenBucket($0, at: now) }
        if profile.reportsReachability { breaker.wentDown(reason: "not connected yet", at: now) }
    }

    /// The same endpoint after a load: what is known of it stays.
    init(_ link: Catalog.Link, _ position: Int, after old: Endpoint, at now: Instant) {
        self.init(link, position, at: now)
        (breaker, isReachable, lastContact) = (old.breaker, old.isReachable, old.lastContact)
        (inFlight, reading, limitedUntil) = (old.inFlight, old.reading, old.limitedUntil)
        if profile.pace == old.profile.pace { bucket = old.bucket }
    }

    /// Whether orders and questions may be tried at all.
    func mayTry(at now: Instant) -> Bool { (limitedUntil.map { $0 <= now } ?? true) && breaker.mayTry(at: now) }

    func hasBudget(for cost: Int, at now: Instant) -> Bool { bucket?.allows(cost, at: now) ?? true }

    mutating func charge(_ cost: Int, at now: Instant) { bucket?.take(cost, at: now) }
}
