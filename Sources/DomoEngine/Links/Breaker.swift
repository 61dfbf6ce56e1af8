import DomoModel

/// A circuit breaker: stops orders from hammering an unreachable endpoint. After some failures in a row it lets one
/// order at a time through, at growing intervals, until one succeeds. If the link itself reports that the endpoint is
/// down, no order is tried until the link reports that it is up.
struct Breaker: Sendable {
    /// The number of failures in a row that mean unreachable. One or two may be a hiccup.
    static let failuresToOpen = 3
    /// An endpoint that is unreachable for longer than this is not waited for: orders fail as soon as a try fails.
    static let patience: Duration = .seconds(10)

    private static let backoff = Backoff(first: .milliseconds(250), max: .seconds(1))

    private enum State: Sendable {
        /// → `open` after `failuresToOpen` failures in a row, or `down`.
        case closed(failures: Int)
        /// → `closed` by the first success, or `down`.
        case open(Outage)
        /// Reported by the link. → `closed` when the link reports that it is up.
        case down(Outage)
    }

    struct Outage: Sendable {
        var since: Instant
        var reason: String
        var failures: Int
        /// Not tried again before this; nil if nothing tries it.
        var nextTry: Instant?
        /// True while an order is trying it.
        var isTrying = false
    }

    private var state = State.closed(failures: 0)
    /// The endpoint took an order and did not answer: a connection alone does not show that it works again.
    private(set) var isSilent = false

    var outage: Outage? {
        switch state {
        case .closed: nil
        case .open(let outage), .down(let outage): outage
        }
    }

    /// The link reported that the endpoint is down.
    var isDown: Bool {
        if case .down = state { true } else { false }
    }

    /// The outage, if it has lasted for so long that orders no longer wait for its end.
    func longOutage(at now: Instant) -> Outage? {
        outage.flatMap { now - $0.since > Self.patience ? $0 : nil }
    }

    func mayTry(at now: Instant) -> Bool {
        guard let outage else { return true }
        guard let nextTry = outage.nextTry else { return false }
        return !outage.isTrying && nextTry <= now
    }

    mutating func willTry() {
        guard case .open(var outage) = state else { return }
        outage.isTrying = true
        state = .open(outage)
    }

    /// - Returns: true if this closed the breaker.
    mutating func succeeded() -> Bool {
        defer {
            state = .closed(failures: 0)
            isSilent = false
        }
        return outage != nil
    }

    /// - Parameter isSilent: true if an order got no answer, false if it got no connection, nil if that is unknown.
    /// - Returns: true if this opened the breaker.
    mutating func failed(
        reason: String,
        isSilent: Bool? = nil,
        at now: Instant,
        using random: inout SplitMix64
    ) -> Bool {
        self.isSilent = isSilent ?? self.isSilent
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
        case .down: return false
        }
    }

    /// The link reports that the endpoint is unreachable.
    ///
    /// - Returns: true if that is new.
    @discardableResult
    mutating func wentDown(reason: String, at now: Instant) -> Bool {
        let isNew = outage == nil
        let outage = Outage(since: outage?.since ?? now, reason: reason, failures: 0)
        state = .down(outage)
        return isNew
    }

    /// The order that tried the endpoint has an outcome, whatever it is.
    mutating func hasTried() {
        guard case .open(var outage) = state else { return }
        outage.isTrying = false
        state = .open(outage)
    }
}
