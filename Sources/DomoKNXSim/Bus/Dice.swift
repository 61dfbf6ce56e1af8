/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014), the same on every machine.
struct Dice: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in 0 ..< `bound`, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

    /// True with a probability of `perMille` / 1,000.
    mutating func chance(_ perMille: Int) -> Bool { perMille > 0 && below(1000) < perMille }

    /// A duration of whole microseconds, at least zero and below `limit`.
    mutating func duration(below limit: Duration) -> Duration {
        let microseconds = Int(limit / .microseconds(1))
        return microseconds > 0 ? .microseconds(below(microseconds)) : .zero
    }
}
