/// How much may be sent to an endpoint now: tokens are added at a steady pace up to a maximum, and each signal takes
/// some.
struct TokenBucket: Sendable {
    let pace: Pace
    private var tokens: Double
    private var updated: Instant

    init(_ pace: Pace, at now: Instant) {
        self.pace = pace
        tokens = Double(pace.burst)
        updated = now
    }

    private func level(at now: Instant) -> Double {
        let seconds = Double(max(.zero, now - updated).nanoseconds) / 1_000_000_000
        return min(Double(pace.burst), tokens + seconds * pace.perSecond)
    }

    /// Something may be sent while there is a token. A higher cost becomes a debt, so that no signal costs too much to
    /// be sent at all.
    func hasTokens(at now: Instant) -> Bool { level(at: now) >= 1 }

    /// When something may next be sent.
    func tokensAt(from now: Instant) -> Instant {
        moment(of: 1, from: now)
    }

    private func moment(of wanted: Double, from now: Instant) -> Instant {
        let missing = wanted - level(at: now)
        guard missing > 0 else { return now }
        // One nanosecond more, so that rounding never wakes too early.
        return now + .nanoseconds(Int64((missing / pace.perSecond * 1_000_000_000).rounded(.up)) + 1)
    }

    /// True if this much may be taken such that another signal can be sent at most `patience` later.
    func hasTokens(for cost: Int, leaving patience: Duration, at now: Instant) -> Bool {
        level(at: now) >= needed(for: cost, leaving: patience)
    }

    /// The earliest time of that.
    func tokensAt(for cost: Int, leaving patience: Duration, from now: Instant) -> Instant {
        self.moment(of: needed(for: cost, leaving: patience), from: now)
    }

    /// Limited to the maximum: what costs more is sent when the bucket is full.
    private func needed(for cost: Int, leaving patience: Duration) -> Double {
        let meanwhile = Double(patience.nanoseconds) / 1_000_000_000 * pace.perSecond
        return min(max(1, Double(cost) + 1 - meanwhile), Double(pace.burst))
    }

    mutating func spend(_ cost: Int, at now: Instant) {
        tokens = level(at: now) - Double(cost)
        updated = now
    }

    /// Traffic of others used tokens: the debt for it is at most the bucket's maximum.
    mutating func spendOthers(_ cost: Int, at now: Instant) {
        let level = level(at: now)
        tokens = min(level, max(-Double(pace.burst), level - Double(cost)))
        updated = now
    }
}
