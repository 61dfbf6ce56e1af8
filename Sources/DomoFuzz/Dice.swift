import DomoModel

/// Random choices, determined by a seed.
public struct Dice: RandomNumberGenerator {
    private var generator: SplitMix64

    public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// The dice for one input of a run, so that it can be reproduced without the inputs before it.
    public init(seed: UInt64, input: Int) {
        var mixed = SplitMix64(seed: seed)
        generator = SplitMix64(seed: mixed.next() &+ UInt64(input) &* 0xD129_0D3B_3C6E_F0C1)
    }

    public mutating func next() -> UInt64 { generator.next() }

    /// Returns true with the probability 1/`throwCount`.
    mutating func once(in throwCount: Int) -> Bool { below(throwCount) == 0 }

    /// Returns a number from 0 up to, but not including, the bound, which must be at least 1. The small bias of the
    /// remainder does not matter here.
    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 1) % bound }

    mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
    }
}
