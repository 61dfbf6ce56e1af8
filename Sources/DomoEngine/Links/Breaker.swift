/// Keeps orders from hammering a server that is out of reach: after some failures in a row one order at a time tries it,
/// at growing intervals, until one gets through.
struct Breaker: Sendable {
    /// Failures in a row that mean out of reach. One or two may be a hiccup.
    static let failuresToOpen = 3
    /// A server out of reach for longer than this is not waited for: orders fail as soon as a try fails.
    static let patience: Duration = .seconds(10)

    private static let backoff = Backoff(first: .milliseconds(250), longest: .seconds(1))

    private enum State: Sendable {
        /// → `open` after `failuresToOpen` failures in a row.
        case closed(failures: Int)
        /// → `closed` by the first success.
        case open(Outage)
    }

    struct Outage: Sendable {
        var since: Instant
        var reason: String
        var failures: Int
        /// Not tried again before this.
        var nextTry: Instant
        /// True while an order that tries it is under way.
        var isTrying = false
    }

    private var state = State.closed(failures: 0)

    var outage: Outage? {
        if case .open(let outage) = state { outage } else { nil }
    }

    /// True where the server has been out of reach for so long that nobody waits for it.
    func isGivenUp(at now: Instant) -> Bool {
        guard let outage else { return false }
        return now - outage.since > Self.patience
    }

    func mayTry(at now: Instant) -> Bool {
        guard let outage else { return true }
        return !outage.isTrying && outage.nextTry <= now
    }

    mutating func willTry() {
        guard case .open(var outage) = state else { return }
        outage.isTrying = true
        state = .open(outage)
    }

    /// - Returns: true where this closed it.
    mutating func succeeded() -> Bool {
        defer { state = .closed(failures: 0) }
        return outage != nil
    }

    /// - Returns: true where this opened it.
    mutating func failed(reason: String, at now: Instant, using random: inout SplitMix64) -> Bool {
        switch state {
        case .closed(let failures) where failures + 1 < Self.failuresToOpen:
            state = .closed(failures: failures + 1)
            return false
        case .closed:
            let delay = Self.backoff.delay(failures: 1, using: &random)
            state = .open(Outage(since: now, reason: reason, failures: 1, nextTry: now + delay))
            return true
        case .open(var outage):
            outage.failures += 1
            outage.reason = reason
            outage.nextTry = now + Self.backoff.delay(failures: outage.failures, using: &random)
            state = .open(outage)
            return false
        }
    }

    /// The order that tried the server was reported, whatever that tells.
    mutating func hasTried() {
        guard case .open(var outage) = state else { return }
        outage.isTrying = false
        state = .open(outage)
    }
}
