/// The waiting time before the next attempt: 1, 2, 4 … 60 s, of which the second half is random, so that clients that
/// lost the same interface don't all reconnect at the same time.
struct Backoff: Sendable {
    static let limit: Duration = .seconds(60)

    private var failures = 0
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// True if the next attempt follows at once, as after a connection that lasted.
    var isShort: Bool { failures < 2 }

    mutating func next(atLeastAfter failures: Int = 0) -> Duration {
        self.failures = max(self.failures, failures)
        let whole = min(.seconds(1 << min(self.failures, 6)), Self.limit)
        self.failures += 1
        return whole / 2 + random.duration(upTo: whole / 2)
    }

    mutating func reset() { failures = 0 }
}
