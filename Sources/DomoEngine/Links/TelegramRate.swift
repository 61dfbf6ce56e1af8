/// How many telegrams a bus carries per second now: the mean of the last ten seconds that are over.
public struct TelegramRate: Sendable {
    private static let period = Duration.seconds(10)

    private var count = 0
    private var began: Instant?
    /// The telegrams of the period before.
    private var last = 0

    public init() {}

    public mutating func note(_ telegrams: Int, at now: Instant) {
        advance(to: now)
        count += telegrams
    }

    public func perSecond(at now: Instant) -> Double {
        var rate = self
        rate.advance(to: now)
        return Double(rate.last) / 10
    }

    private mutating func advance(to now: Instant) {
        guard let start = began else {
            began = now
            return
        }
        let passed = Int((now - start).nanoseconds / Self.period.nanoseconds)
        guard passed > 0 else { return }
        (last, count) = (passed == 1 ? count : 0, 0)
        began = start + Self.period * passed
    }
}
