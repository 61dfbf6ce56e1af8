/// A small generator of random numbers that returns the same numbers for the same seed on every machine.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, section 4.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in 0 ..< `bound`, which is at least 1.
    public mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

    /// Returns true with a probability of `perMille` / 1,000.
    public mutating func chance(_ perMille: Int) -> Bool { perMille > 0 && below(1000) < perMille }
}
