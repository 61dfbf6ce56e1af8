/// Many seeds, on all cores.
public struct SimulationBatch: Sendable {
    public private(set) var coverage = Coverage()
    /// The first violation of each seed that fails.
    public private(set) var failing: [UInt64: Violation] = [:]
    /// The number of seeds that were run.
    public private(set) var count = 0

    public init() {}

    /// - Parameters:
    ///   - share: the number of seeds per task.
    ///   - progress: called after each share, with all results so far.
    ///   - make: makes the run of a seed.
    public static func run(
        _ seeds: Range<UInt64>,
        share: UInt64,
        progress: (SimulationBatch) -> Void = { _ in },
        _ make: @escaping @Sendable (_ seed: UInt64) -> any SeededRun
    ) async -> SimulationBatch {
        await withTaskGroup(of: SimulationBatch.self) { group in
            var starts = stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(share)).makeIterator()
            func addNext() {
                guard let start = starts.next() else { return }
                let end = min(start + share, seeds.upperBound)
                group.addTask {
                    var batch = SimulationBatch()
                    for seed in start..<end { batch.run(make(seed), seed) }
                    return batch
                }
            }
            // Not all at once: results are taken between the waiting tasks.
            for _ in 0..<maxTasks { addNext() }
            var sum = SimulationBatch()
            while let batch = await group.next() {
                sum.add(batch)
                progress(sum)
                addNext()
            }
            return sum
        }
    }

    private static let maxTasks = 32

    private mutating func run(_ run: any SeededRun, _ seed: UInt64) {
        run.run()
        count += 1
        coverage = coverage + run.coverage
        if let violation = run.violations.first { failing[seed] = violation }
    }

    private mutating func add(_ other: SimulationBatch) {
        count += other.count
        coverage = coverage + other.coverage
        failing.merge(other.failing) { first, _ in first }
    }
}

extension SimulationBatch {
    /// Runs of the engine with polled or pushing links.
    public static func run(
        _ seeds: Range<UInt64>,
        mode: Simulation.Mode,
        share: UInt64,
        progress: (SimulationBatch) -> Void = { _ in }
    ) async -> SimulationBatch {
        await run(seeds, share: share, progress: progress) { Simulation(seed: $0, mode: mode) }
    }

    /// Everything that happens in the run of one seed.
    public static func transcript(of seed: UInt64, mode: Simulation.Mode) -> [String] {
        transcript(of: Simulation(seed: seed, mode: mode, isTraced: true))
    }

    /// Everything that happens in a traced run.
    public static func transcript(of run: any SeededRun) -> [String] {
        run.run()
        return run.transcript ?? []
    }
}
