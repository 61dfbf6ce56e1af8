import DomoModel

/// The random faults of the simulator: decided for each signal, in order of arrival, by the seed alone.
struct RandomFaults: Sendable {
    enum Fault: Sendable, Equatable {
        /// Answers 500 and does nothing.
        case fail
        /// Does nothing, and closes the connection without an answer.
        case dropBefore
        /// Obeys, and closes the connection without an answer.
        case dropAfter
    }

    private let failShare: Double
    private let dropShare: Double
    private var generator: SplitMix64

    init(failShare: Double, dropShare: Double, seed: UInt64) {
        self.failShare = failShare
        self.dropShare = dropShare
        generator = SplitMix64(seed: seed)
    }

    mutating func next() -> Fault? {
        // The same number of draws for every signal, so that a changed share does not move the other faults.
        let (drop, isBefore, fail) = (generator.nextShare(), generator.nextShare() < 0.5, generator.nextShare())
        if drop < dropShare { return isBefore ? .dropBefore : .dropAfter }
        return fail < failShare ? .fail : nil
    }
}

extension SplitMix64 {
    /// At least 0 and below 1.
    fileprivate mutating func nextShare() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
