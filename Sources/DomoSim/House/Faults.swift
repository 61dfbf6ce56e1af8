/// What the simulator does wrong, on purpose: decided for each signal in the order in which they come, by the seed
/// alone.
struct Faults: Sendable {
    enum Fault: Sendable, Equatable {
        /// Answers 500 and does nothing.
        case fail
        /// Does nothing, and closes the connection without an answer.
        case dropBefore
        /// Does what it is told, and closes the connection without an answer.
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
        // The same number of draws for every signal: a changed share leaves the other faults where they are.
        let (drop, isBefore, fail) = (generator.nextShare(), generator.nextShare() < 0.5, generator.nextShare())
        if drop < dropShare { return isBefore ? .dropBefore : .dropAfter }
        return fail < failShare ? .fail : nil
    }
}
