import DomoModel

/// Random numbers for a simulation. Seeds that follow each other, such as those of a run of many, are spread first.
public struct Dice: Sendable {
    private var random: SplitMix64

    public init(seed: UInt64) {
        random = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 0x9E37_79B9_7F4A_7C15)
    }

    public mutating func next() -> UInt64 { random.next() }

    /// 0 ..< `bound`, which is at least 1.
    public mutating func below(_ bound: Int) -> Int { random.below(bound) }

    public mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True with a probability of `perMille` / 1,000.
    public mutating func chance(_ perMille: Int) -> Bool { random.chance(perMille) }

    /// A number of whole milliseconds, in nanoseconds.
    public mutating func milliseconds(_ range: ClosedRange<Int>) -> Int64 { Int64(number(range)) * 1_000_000 }
}
