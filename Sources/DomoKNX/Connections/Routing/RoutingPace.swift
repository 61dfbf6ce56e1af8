/// When the next telegram may be sent over routing.
///
/// Source: KNX 03/08/05 Routing, 2.3.5 flow control; KNX 03/02/06 Communication Medium KNX IP, 2.1: at most 50 per
/// second, 5 ms apart. Busy messages are counted as in Calimero 3.
struct RoutingPace: Hashable, Sendable {
    static let gap: Duration = .milliseconds(5)
    /// After a router was busy, telegrams are sent no faster than TP1 can carry them.
    static let slowGap: Duration = .milliseconds(20)
    static let maxPerSecond = 50
    /// Busy messages that arrive within this time are counted once: several routers may send them for the same reason.
    static let countGap: Duration = .milliseconds(10)
    static let randomPart: Duration = .milliseconds(50)
    static let slowPart: Duration = .milliseconds(100)
    /// The interval after the slow-down in which the count decreases by one.
    static let forget: Duration = .milliseconds(5)

    /// The times of the last 50 telegrams, the oldest first.
    private var sent: [Duration] = []
    /// The number of counted busy messages, N.
    private(set) var busy = 0
    private var lastCounted: Duration?
    /// The latest end of a wait that a router requested.
    private var requestedUntil: Duration?
    /// `requestedUntil` plus the random part.
    private var pausedUntil: Duration?
    private var slowUntil: Duration?

    mutating func busy(wait: Duration, at now: Duration, random: inout SplitMix) {
        forgetBusy(at: now)
        let isCounted = lastCounted.map { now >= $0 + Self.countGap } ?? true
        let isLonger = requestedUntil.map { now + wait > $0 } ?? true
        guard isCounted || isLonger else { return }
        if isCounted {
            lastCounted = now
            busy += 1
        }
        let requested = max(requestedUntil ?? now, now + wait)
        requestedUntil = requested
        let paused = requested + random.duration(upTo: Self.randomPart * busy)
        pausedUntil = paused
        slowUntil = paused + Self.slowPart * busy
    }

    /// When the next telegram may be sent; at most `now` means immediately.
    mutating func next(at now: Duration) -> Duration {
        forgetBusy(at: now)
        var moment = now
        if let last = sent.last {
            let isSlow = slowUntil.map { last + Self.gap < $0 } ?? false
            moment = max(moment, last + (isSlow ? Self.slowGap : Self.gap))
        }
        if sent.count == Self.maxPerSecond, let first = sent.first { moment = max(moment, first + .seconds(1)) }
        if let pausedUntil { moment = max(moment, pausedUntil) }
        return moment
    }

    mutating func count(at now: Duration) {
        if sent.count == Self.maxPerSecond { sent.removeFirst() }
        sent.append(now)
    }

    /// Forgets busy messages once the slow-down is over.
    private mutating func forgetBusy(at now: Duration) {
        guard let slowUntil, now >= slowUntil else { return }
        let gone = Int((now - slowUntil) / Self.forget)
        if gone >= busy {
            busy = 0
            self.slowUntil = nil
            pausedUntil = nil
            requestedUntil = nil
        } else if gone > 0 {
            busy -= gone
            self.slowUntil = slowUntil + Self.forget * gone
        }
    }
}
