import DomoEngine

/// When the budget of the bus allows one of the link's own reads.
///
/// The engine counts the same traffic with the same rule (`Budget`, with the cost that the profile gives). There are
/// two counters because both send without waiting for the other: the engine its orders and queries, the link its own
/// reads. Each charges what it sends and what the other reports: the engine with the order or query itself, whether a
/// telegram follows or not; the link with the returned `LinkState`.
struct LinkBudget: Sendable {
    /// Nil until the connection is up, and for an endpoint without a pace.
    private var budget: Budget?

    /// Starts to count, unless it already does.
    mutating func start(_ endpoint: EndpointProfile, at now: Instant) {
        if budget == nil { restart(endpoint, at: now) }
    }

    mutating func restart(_ endpoint: EndpointProfile, at now: Instant) { budget = Budget(endpoint, at: now) }

    /// When the budget allows another of the link's own reads, or something else that can wait; `now` if it already
    /// does.
    func spareAt(from now: Instant) -> Instant { budget?.readAt(from: now) ?? now }

    // MARK: - What the engine sent

    /// The engine sends what is urgent whatever the budget allows.
    mutating func chargeOrder(_ cost: Int, isUrgent: Bool = false, at now: Instant) {
        if isUrgent { budget?.chargeUrgent(cost, at: now) } else { budget?.charge(cost, at: now) }
    }

    mutating func chargeQuery(_ cost: Int, at now: Instant) { budget?.chargeRead(cost, at: now) }

    // MARK: - What the engine does not know of

    /// - Returns: What the engine has to charge for it.
    mutating func chargeOwnRead(at now: Instant) -> LinkState {
        budget?.chargeRead(1, at: now)
        return .reads(cost: 1)
    }

    /// - Returns: What the engine has to charge for it.
    mutating func chargeTraffic(_ cost: Int, at now: Instant) -> LinkState {
        budget?.chargeOthers(cost, at: now)
        return .traffic(cost: cost)
    }
}
