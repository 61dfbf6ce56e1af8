import DomoEngineTesting

/// Runs many seeds of the simulation, and prints the progress, the failing seeds, and how to replay them.
struct SimulationRunner {
    let mode: SimulationMode

    /// - Returns: true if no seed fails.
    func run(_ seeds: Range<UInt64>) async -> Bool {
        let clock = ContinuousClock()
        let began = clock.now
        var next = began + .seconds(5)
        var reported: Set<UInt64> = []
        let mode = mode
        let report = { (sum: SimulationBatch) in
            for (seed, violation) in sum.failing where reported.count < 10 && reported.insert(seed).inserted {
                print("\(mode.word) seed \(seed) fails: \(violation)\n    \(replay(seed))")
            }
            guard clock.now >= next else { return }
            next = clock.now + .seconds(5)
            print("\(mode.word): \(progress(of: sum, seeds.count, clock.now - began))")
        }
        let sum = await SimulationBatch.run(seeds, share: mode.share, progress: report) { mode.makeRun(of: $0) }
        print("\(mode.word): \(progress(of: sum, seeds.count, clock.now - began))")
        if let first = sum.failing.min(by: { $0.key < $1.key }) {
            print("\(mode.word): the first failing seed is \(first.key): \(first.value)\n    \(replay(first.key))")
        }
        return sum.failing.isEmpty
    }

    /// Prints everything that happens in the run of one seed.
    func printTranscript(of seed: UInt64) {
        print(SimulationBatch.transcript(of: mode.makeRun(of: seed, isTraced: true)).joined(separator: "\n"))
    }

    /// Prints a line with the digest of all effects for each seed.
    func printDigests(of seeds: Range<UInt64>) {
        for seed in seeds {
            let run = mode.makeRun(of: seed, recordsEffects: true)
            run.run()
            print("\(mode.word) \(seed) \(run.effectDigest ?? "")")
        }
    }

    /// Prints the text behind the digest of one seed.
    func printEffects(of seed: UInt64) {
        let run = mode.makeRun(of: seed, isTraced: true, recordsEffects: true)
        run.run()
        print((run.effectLines ?? []).joined(separator: "\n"))
    }

    private func progress(of sum: SimulationBatch, _ count: Int, _ time: Duration) -> String {
        let seconds = max(time / .seconds(1), 0.001)
        let rate = Int(Double(sum.count) / seconds)
        return "\(sum.count) of \(count) seeds in \(Int(seconds)) s (\(rate) per second), \(sum.failing.count) failing"
    }

    private func replay(_ seed: UInt64) -> String {
        "domo-fuzz --simulate 1 --from \(seed) --mode \(mode.word) --transcript"
    }
}
