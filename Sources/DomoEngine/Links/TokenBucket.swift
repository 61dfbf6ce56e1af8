/// How much may be sent to an endpoint now: tokens come in at a steady pace up to a bound, and each signal takes some.
struct TokenBucket: Sendable {
    private let pace: Pace
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

    /// A cost above the bound passes with a full bucket.
    func allows(_ cost: Int, at now: Instant) -> Bool { level(at: now) >= min(Double(cost), Double(pace.burst)) }

    /// When a cost is next allowed.
    func allowedAt(_ cost: Int, from now: Instant) -> Instant {
        let missing = min(Double(cost), Double(pace.burst)) - level(at: now)
        guard missing > 0 else { return now }
        // One nanosecond more, so that rounding never wakes too early.
        return now + .nanoseconds(Int64((missing / pace.perSecond * 1_000_000_000).rounded(.up)) + 1)
    }

    /// Takes the cost, below zero where others' traffic used more than there was, but never more than a whole bound.
    mutating func take(_ cost: Int, at now: Instant) {
        tokens = max(-Double(pace.burst), level(at: now) - Double(cost))
        updated = now
    }
}
