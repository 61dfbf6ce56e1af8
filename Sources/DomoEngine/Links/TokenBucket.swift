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

    func isFull(at now: Instant) -> Bool { level(at: now) >= Double(pace.burst) }

    /// When something may next be sent.
    func tokensAt(from now: Instant) -> Instant {
        let missing = 1 - level(at: now)
        guard missing > 0 else { return now }
        // One nanosecond more, so that rounding never wakes too early.
        return now + .nanoseconds(Int64((missing / pace.perSecond * 1_000_000_000).rounded(.up)) + 1)
    }

    mutating func spend(_ cost: Int, at now: Instant) {
        tokens = level(at: now) - Double(cost)
        updated = now
    }

    /// The debt is at most the bucket's maximum: for what is sent whatever the bucket holds.
    mutating func spendWithin(_ cost: Int, at now: Instant) {
        let level = level(at: now)
        tokens = min(level, max(-Double(pace.burst), level - Double(cost)))
        updated = now
    }
}
