/// Many seeds, on all cores.
public struct SimulationBatch: Sendable {
    public private(set) var coverage = Coverage()
    /// The first violation of each seed that fails.
    public private(set) var failing: [UInt64: Simulation.Violation] = [:]
    /// How many seeds have been run.
    public private(set) var count = 0

    public init() {}

    /// - Parameters:
    ///   - share: how many seeds one task runs.
    ///   - progress: is called after each share, with all results so far.
    public static func run(
        _ seeds: Range<UInt64>,
        mode: Simulation.Mode,
        share: UInt64,
        progress: (SimulationBatch) -> Void = { _ in }
    ) async -> SimulationBatch {
        await withTaskGroup(of: SimulationBatch.self) { group in
            var starts = stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(share)).makeIterator()
            func addNext() {
                guard let start = starts.next() else { return }
                let end = min(start + share, seeds.upperBound)
                group.addTask {
                    var batch = SimulationBatch()
                    for seed in start..<end { batch.run(seed, mode) }
                    return batch
                }
            }
            // Not all at once: results are taken between the tasks that wait.
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

    /// Everything that happens in the run of one seed.
    public static func transcript(of seed: UInt64, mode: Simulation.Mode) -> [String] {
        let simulation = Simulation(seed: seed, mode: mode, isTraced: true)
        simulation.run()
        return simulation.transcript ?? []
    }

    private mutating func run(_ seed: UInt64, _ mode: Simulation.Mode) {
        let simulation = Simulation(seed: seed, mode: mode)
        simulation.run()
        count += 1
        coverage = coverage + simulation.coverage
        if let violation = simulation.violations.first { failing[seed] = violation }
    }

    private mutating func add(_ other: SimulationBatch) {
        count += other.count
        coverage = coverage + other.coverage
        failing.merge(other.failing) { first, _ in first }
    }
}
