/// How much may be sent to an endpoint now, and how much of that by reads: the rest is reserved for orders.
public struct Budget: Sendable {
    /// The maximum time that an order may have to wait because of reads; up to twice that if the engine and a link that
    /// reads by itself use the budget at the same moment.
    public static let maxWaitForReads: Duration = .milliseconds(50)

    private var bucket: TokenBucket
    /// The reads' share; nil if reads have no pace of their own.
    private var readBucket: TokenBucket?

    /// Nil for an endpoint without a pace.
    public init?(_ profile: EndpointProfile, at now: Instant) {
        guard let pace = profile.pace else { return nil }
        bucket = TokenBucket(pace, at: now)
        readBucket = profile.paceOfReads.map { TokenBucket($0, at: now) }
    }

    /// Keeps the rest of the endpoint's budget over a load if its pace is the same.
    mutating func inherit(from old: Budget) {
        if bucket.pace == old.bucket.pace { bucket = old.bucket }
        if readBucket?.pace == old.readBucket?.pace { readBucket = old.readBucket }
    }

    func hasTokens(at now: Instant) -> Bool { bucket.hasTokens(at: now) }

    /// When something may next be sent.
    func tokensAt(from now: Instant) -> Instant { bucket.tokensAt(from: now) }

    // MARK: - Reads

    /// True if the budget allows another read of that cost.
    public func mayRead(_ cost: Int, at now: Instant) -> Bool {
        guard let readBucket else { return hasTokens(at: now) }
        return readBucket.hasTokens(at: now)
            && bucket.hasTokens(for: cost, leaving: Self.maxWaitForReads, at: now)
    }

    /// When the budget allows a read; `now` if it already does.
    ///
    /// - `wait`: the maximum time that an order may have to wait because of it. A link that reads by itself leaves room
    ///   for what the engine reads at the same time.
    public func readAt(_ cost: Int, leaving wait: Duration = maxWaitForReads, from now: Instant) -> Instant {
        guard let readBucket else { return tokensAt(from: now) }
        return max(readBucket.tokensAt(from: now), bucket.tokensAt(for: cost, leaving: wait, from: now))
    }

    // MARK: - What was sent

    public mutating func charge(_ cost: Int, at now: Instant) { bucket.spend(cost, at: now) }

    public mutating func chargeRead(_ cost: Int, at now: Instant) {
        bucket.spend(cost, at: now)
        readBucket?.spend(cost, at: now)
    }

    public mutating func chargeOthers(_ cost: Int, at now: Instant) { bucket.spendOthers(cost, at: now) }
}

extension EndpointProfile {
    /// Nil if reads have no pace of their own.
    fileprivate var paceOfReads: Pace? {
        guard let pace, let share = readShare else { return nil }
        return Pace(perSecond: pace.perSecond * share, burst: max(1, Int(Double(pace.burst) * share)))
    }
}
