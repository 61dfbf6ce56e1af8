/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014), the same on every machine.
public struct Dice: Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D &+ 0x9E37_79B9_7F4A_7C15 }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 ..< `bound`, which is at least 1.
    public mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

    public mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True with a probability of `perMille` / 1,000.
    public mutating func chance(_ perMille: Int) -> Bool { perMille > 0 && below(1000) < perMille }

    /// A number of whole milliseconds, in nanoseconds.
    public mutating func milliseconds(_ range: ClosedRange<Int>) -> Int64 { Int64(number(range)) * 1_000_000 }
}
