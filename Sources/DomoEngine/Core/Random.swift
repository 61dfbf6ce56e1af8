/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same seed gives the same numbers on every machine.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The delay before the next retry: doubles from `first` to `max`, then takes a random value between half and all
/// of that, so that many clients do not retry at the same moment.
struct Backoff: Sendable {
    var first: Duration
    var max: Duration

    /// - Parameter failures: the number of failures so far, at least 1.
    func delay(failures: Int, using random: inout SplitMix64) -> Duration {
        let whole = min(max, first * (1 << min(failures - 1, 16)))
        return whole * Double.random(in: 0.5...1, using: &random)
    }
}
