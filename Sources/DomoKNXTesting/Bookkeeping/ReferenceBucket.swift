/// A reference token bucket: how much may have been sent by now.
struct ReferenceBucket {
    let perSecond: Double
    let burst: Double
    private var tokens: Double
    private var updated: Int64

    init(perSecond: Double, burst: Double, at now: Int64) {
        self.perSecond = perSecond
        self.burst = burst
        tokens = burst
        updated = now
    }

    /// The number of tokens; may be below 0.
    func level(at now: Int64) -> Double {
        min(burst, tokens + Double(max(0, now - updated)) / 1e9 * perSecond)
    }

    mutating func charge(_ cost: Double, at now: Int64) {
        tokens = level(at: now) - cost
        updated = now
    }

    /// External traffic never takes the level below minus one burst.
    mutating func chargeOthers(_ cost: Double, at now: Int64) {
        let level = level(at: now)
        tokens = min(level, max(-burst, level - cost))
        updated = now
    }

    /// When there is a token, in nanoseconds.
    func tokenAt(from now: Int64) -> Int64 {
        let missing = 1 - level(at: now)
        return missing > 0 ? now + Int64((missing / perSecond * 1e9).rounded(.up)) + 1 : now
    }
}
