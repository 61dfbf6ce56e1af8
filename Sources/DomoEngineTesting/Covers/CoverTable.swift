/// Every sequence of up to three steps, and seeded ones of up to eight, for each kind of cover: after each step the
/// readings and the word for people are compared with a model that is written from the manual.
public struct CoverTable: Sendable {
    public struct Result: Sendable {
        public let kind: CoverKind
        public var sequences = 0
        /// The sequences with a difference, and the first of them as text, the shortest first.
        public var differences = 0
        public var examples: [String] = []

        fileprivate mutating func add(_ moments: [CoverMoment]) {
            // From the third failure on the link counts as unreachable, which is not a matter of covers.
            guard moments.count(where: \.step.isFailure) < 3 else { return }
            sequences += 1
            var trial = CoverTrial(kind)
            trial.run(moments)
            guard let difference = trial.difference else { return }
            differences += 1
            if examples.count < 40 {
                let steps = moments.map { "\($0.pause) \($0.step)" }.joined(separator: ", ")
                examples.append("\(kind): \(steps): \(difference)")
            }
        }
    }

    public init() {}

    /// All sequences with this many steps.
    public func all(of length: Int, kind: CoverKind) -> Result {
        var result = Result(kind: kind)
        let choices = CoverStep.all(of: kind).flatMap { step in
            CoverMoment.Pause.allCases.map { CoverMoment(pause: $0, step: step) }
        }
        func extend(_ moments: [CoverMoment]) {
            guard moments.count < length else { return result.add(moments) }
            for choice in choices { extend(moments + [choice]) }
        }
        extend([])
        return result
    }

    /// Sequences of four to eight steps.
    public func random(_ seeds: Range<UInt64>, kind: CoverKind) -> Result {
        var result = Result(kind: kind)
        let steps = CoverStep.all(of: kind)
        for seed in seeds {
            var dice = Dice(seed: seed)
            let moments = (0..<dice.number(4...8)).map { _ in
                CoverMoment(
                    pause: CoverMoment.Pause.allCases[dice.below(CoverMoment.Pause.allCases.count)],
                    step: steps[dice.below(steps.count)]
                )
            }
            result.add(moments)
        }
        return result
    }
}
