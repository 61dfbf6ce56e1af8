/// How much may be sent to an endpoint now. Orders have a pace of their own: neither reads nor the traffic of others
/// delay an order. What can wait, such as a read, waits for room on the line.
public struct Budget: Sendable {
    private var orders: TokenBucket
    /// Nil if reads have no pace of their own: they use that of orders.
    private var spare: SpareBudget?

    /// Nil for an endpoint without a pace.
    public init?(_ profile: EndpointProfile, at now: Instant) {
        guard let pace = profile.pace else { return nil }
        orders = TokenBucket(pace, at: now)
        spare = profile.readShare.map { SpareBudget(pace, share: $0, at: now) }
    }

    /// Keeps the rest of the endpoint's budget over a load if its pace is the same.
    mutating func inherit(from old: Budget) {
        if orders.pace == old.orders.pace { orders = old.orders }
        if spare?.paces == old.spare?.paces { spare = old.spare }
    }

    // MARK: - Orders

    func hasTokens(at now: Instant) -> Bool { orders.hasTokens(at: now) }

    /// When an order may next be sent.
    func tokensAt(from now: Instant) -> Instant { orders.tokensAt(from: now) }

    public mutating func charge(_ cost: Int, at now: Instant) {
        orders.spend(cost, at: now)
        spare?.charge(cost, at: now)
    }

    /// Charges what is sent whatever the budget allows.
    public mutating func chargeUrgent(_ cost: Int, at now: Instant) {
        orders.spendWithin(cost, at: now)
        spare?.chargeOthers(cost, at: now)
    }

    // MARK: - What can wait

    /// True if the budget allows another read, or something else that can wait.
    public func mayRead(at now: Instant) -> Bool { readAt(from: now) <= now }

    /// When the budget allows a read; `now` if it already does.
    public func readAt(from now: Instant) -> Instant { spare?.next(from: now) ?? tokensAt(from: now) }

    public mutating func chargeRead(_ cost: Int, at now: Instant) {
        if spare == nil { orders.spend(cost, at: now) } else { spare?.chargeRead(cost, at: now) }
    }

    /// Charges what others sent, and what domo sends beside orders and reads.
    public mutating func chargeOthers(_ cost: Int, at now: Instant) { spare?.chargeOthers(cost, at: now) }
}

/// How much may be sent that can wait.
struct SpareBudget: Sendable {
    /// A line that others use up never leaves states unknown for good: this part of the pace remains.
    private static let reservedShare = 0.05

    /// Everything on the line: orders, reads, and the traffic of others.
    private var line: TokenBucket
    /// The share of reads.
    private var share: TokenBucket
    /// What remains for reads on a line that others use up.
    private var reserve: TokenBucket

    init(_ pace: Pace, share: Double, at now: Instant) {
        line = TokenBucket(pace, at: now)
        let burst = max(1, Int(Double(pace.burst) * share))
        self.share = TokenBucket(Pace(perSecond: pace.perSecond * share, burst: burst), at: now)
        reserve = TokenBucket(Pace(perSecond: pace.perSecond * Self.reservedShare, burst: 1), at: now)
    }

    var paces: [Pace] { [line.pace, share.pace] }

    func next(from now: Instant) -> Instant {
        max(share.tokensAt(from: now), min(line.tokensAt(from: now), reserve.tokensAt(from: now)))
    }

    mutating func charge(_ cost: Int, at now: Instant) { line.spend(cost, at: now) }
    mutating func chargeOthers(_ cost: Int, at now: Instant) { line.spendWithin(cost, at: now) }

    mutating func chargeRead(_ cost: Int, at now: Instant) {
        line.spend(cost, at: now)
        share.spend(cost, at: now)
        reserve.spendWithin(cost, at: now)
    }
}
