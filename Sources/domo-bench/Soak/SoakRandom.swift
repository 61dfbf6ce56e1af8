import DomoModel

/// Seeded random choices for a part of the soak.
struct SoakRandom: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// - Parameter choices: at least one.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }

    mutating func seconds(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}
