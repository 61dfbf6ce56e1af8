import DomoLanguage
import FoundationEssentials
import Testing

@testable import DomoEngine

/// Thousands of random runs of the whole system. `DOMO_SIMULATION_SEEDS` says how many, `DOMO_SIMULATION_SEED` runs one
/// alone and prints all that happened in it.
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seeds = environment["DOMO_SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? 1_000
    private static let onlySeed = environment["DOMO_SIMULATION_SEED"].flatMap { UInt64($0) }

    private static func explain(_ seed: UInt64) -> Comment {
        var simulation = Simulation(seed: seed, isTraced: true)
        simulation.run()
        let lines = simulation.transcript ?? []
        let shown = onlySeed == nil ? lines.suffix(60) : lines[...]
        return "DOMO_SIMULATION_SEED=\(seed) replays this run:\n\(shown.joined(separator: "\n"))"
    }

    @Test func invariantsHoldInEveryRun() async {
        let seeds = Self.onlySeed.map { $0..<$0 + 1 } ?? 0..<Self.seeds
        let total = await withTaskGroup(of: (Coverage, [UInt64: String]).self) { group in
            let share: UInt64 = 250
            for start in stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(share)) {
                group.addTask {
                    var coverage = Coverage()
                    var failing: [UInt64: String] = [:]
                    for seed in start..<min(start + share, seeds.upperBound) {
                        var simulation = Simulation(seed: seed)
                        simulation.run()
                        coverage = coverage + simulation.coverage
                        if let violation = simulation.violations.first { failing[seed] = violation }
                    }
                    return (coverage, failing)
                }
            }
            return await group.reduce(into: (Coverage(), [UInt64: String]())) { total, part in
                total = (total.0 + part.0, total.1.merging(part.1) { first, _ in first })
            }
        }
        let failing = total.1.sorted { $0.key < $1.key }
        if let first = failing.first {
            let list = failing.prefix(40).map { "\($0.key): \($0.value.prefix(120))" }.joined(separator: "\n")
            Issue.record("\(failing.count) of \(seeds.count) seeds fail:\n\(list)")
            Issue.record(Self.explain(first.key))
        }
        if let only = Self.onlySeed { print(Self.explain(only)) }
        guard seeds.count >= 1000, failing.isEmpty else { return }
        let coverage = total.0
        #expect(coverage.accepted > coverage.sent / 10)
        #expect(coverage.acceptedLate > 50)
        #expect(coverage.superseded > 50)
        #expect(coverage.scenes > 50)
        let expected: [Fault.Code] = [
            .unreachable, .refusedByServer, .deadlinePassed, .unknownState, .unknownElement, .ambiguousName, .stopping,
            .badConfiguration, .refusedValue, .badModel,
        ]
        for code in expected { #expect(coverage.faults[code, default: 0] > 20, "\(code)") }
    }

    @Test(arguments: [1, 42, 1977] as [UInt64]) func sameSeedBringsSameEffects(seed: UInt64) {
        var one = Simulation(seed: seed, isTraced: true)
        var other = Simulation(seed: seed, isTraced: true)
        one.run()
        other.run()
        #expect(one.transcript?.isEmpty == false)
        #expect(one.transcript == other.transcript)
    }
}
