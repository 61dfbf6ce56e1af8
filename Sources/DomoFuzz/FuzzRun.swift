import Glibc

/// Feeds a target with inputs determined by a seed.
public struct FuzzRun<Target: FuzzTarget> {
    /// A finding, and how to reproduce it.
    public struct Failure: Error, CustomStringConvertible {
        public var target: String
        public var seed: UInt64
        /// Counted from 0.
        public var number: Int
        public var input: [UInt8]
        public var finding: Finding

        public var description: String {
            """
            \(target): \(finding)
            the input: \(input.count) bytes, \(Finding.shown(input))
            reproduce: domo-fuzz \(target) --seed \(seed) --first \(number) --inputs 1
            """
        }
    }

    /// The maximum processor time for an input, in seconds: more indicates a hang. Far more than a debug build on a
    /// busy machine needs.
    public static var maxTime: Double { 2 }

    public let seed: UInt64
    private var target: Target
    private let mutator: Mutator
    /// Records the current input, to find it after a crash.
    private let recorder: Recorder?

    public init(_: Target.Type, seed: UInt64, recorder: Recorder? = nil) throws(Finding) {
        target = try Target()
        self.seed = seed
        self.recorder = recorder
        mutator = Mutator(corpus: target.corpus, words: target.words, maxLength: target.maxLength)
    }

    /// - Parameter numbers: the numbers of the inputs; each can be generated without the others.
    public mutating func run(_ numbers: Range<Int>) throws(Failure) {
        for number in numbers {
            var random = Dice(seed: seed, input: number)
            let input = self.input(number, using: &random)
            try feed(input, number: number, using: &random)
        }
    }

    /// Tries a given input.
    public mutating func run(_ input: [UInt8]) throws(Failure) {
        var random = Dice(seed: seed)
        try feed(input, number: 0, using: &random)
    }

    private func input(_ number: Int, using random: inout Dice) -> [UInt8] {
        // Start with the unmodified corpus.
        if number < mutator.corpus.count { return mutator.corpus[number] }
        var input = random.once(in: 3) ? nil : target.input(using: &random)
        if input != nil, random.once(in: 2) { return input ?? [] }
        input = input ?? random.pick(mutator.corpus)
        var bytes = input ?? []
        mutator.mutate(&bytes, using: &random)
        return bytes
    }

    private mutating func feed(_ input: [UInt8], number: Int, using random: inout Dice) throws(Failure) {
        recorder?.record(input)
        let start = Self.processorTime()
        let finding: Finding
        do throws(Finding) {
            try target.feed(input, using: &random)
            let time = Self.processorTime() - start
            guard time > Self.maxTime else { return }
            finding = Finding("it took \(time) s")
        } catch {
            finding = error
        }
        throw Failure(target: Target.name, seed: seed, number: number, input: input, finding: finding)
    }

    /// The processor time of this thread, in seconds, which does not depend on the load of the machine.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension Finding {
    /// The first bytes of an input, in readable form.
    static func shown(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(200), as: UTF8.self).debugDescription + (bytes.count > 200 ? "…" : "")
    }
}
