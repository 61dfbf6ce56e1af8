import DomoSim

/// Random choices that follow from a seed alone.
public struct Dice: RandomNumberGenerator {
    private var generator: SplitMix64

    public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// The dice of one input of a run, so that each can be made again without those before it.
    public init(seed: UInt64, input: Int) {
        var mixed = SplitMix64(seed: seed)
        generator = SplitMix64(seed: mixed.next() &+ UInt64(input) &* 0xD129_0D3B_3C6E_F0C1)
    }

    public mutating func next() -> UInt64 { generator.next() }

    /// True once in so many throws.
    mutating func once(in throwCount: Int) -> Bool { below(throwCount) == 0 }

    /// At least 0 and below the bound, which is at least 1. The small bias of the remainder does no harm here.
    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 1) % bound }

    mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
    }
}
