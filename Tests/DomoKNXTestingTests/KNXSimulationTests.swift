import DomoEngineTesting
import DomoKNXTesting
import DomoLanguage
import FoundationEssentials
import Testing

/// Random runs of the engine with its KNX link on a simulated bus. `DOMO_SIMULATION_SEEDS` sets the number of runs;
/// `DOMO_SIMULATION_SEED` runs a single seed and prints its transcript.
struct KNXSimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seeds = environment["DOMO_SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? 200
    private static let onlySeed = environment["DOMO_SIMULATION_SEED"].flatMap { UInt64($0) }

    private static func transcript(of seed: UInt64) -> [String] {
        SimulationBatch.transcript(of: KNXSimulation(seed: seed, isTraced: true))
    }

    @Test func invariantsHoldInEveryRun() async {
        let seeds = Self.onlySeed.map { $0..<$0 + 1 } ?? 0..<Self.seeds
        let sum = await SimulationBatch.run(seeds, share: 10) { KNXSimulation(seed: $0) }
        if let only = Self.onlySeed { print(Self.transcript(of: only).joined(separator: "\n")) }
        for (seed, violation) in sum.failing.sorted(by: { $0.key < $1.key }).prefix(40) {
            Issue.record("\(seed): \(violation)")
        }
        if let first = sum.failing.keys.min() {
            Issue.record("seed \(first):\n\(Self.transcript(of: first).suffix(80).joined(separator: "\n"))")
        }
        guard seeds.count >= 100, sum.failing.isEmpty else { return }
        // Each of these has to happen at least this often per thousand runs; otherwise it is not tested.
        let expected = [
            ("starts", 1100), ("kills", 100), ("stops", 100), ("loads", 800), ("link up", 1500), ("link down", 500),
            ("sent", 5000), ("queries", 5000), ("telegrams sent", 10_000), ("requests repeated", 50),
            ("reads answered", 50), ("changes shown", 50), ("movements for a time", 70), ("steps", 100),
            ("presses", 3000), ("telegrams shown", 20_000), ("datagrams lost", 100), ("datagrams duplicated", 100),
            ("datagrams delayed", 100), ("streams broken", 30), ("sockets refused", 10),
            ("stage accepted", 5000), ("stage confirmed", 2000), ("stage failed", 500), ("stage superseded", 50),
            ("stage mismatch", 50), ("stage not-confirmed", 50), ("outcome lost", 100), ("outcome not sent", 50),
            ("outcome unacknowledged", 50), ("orders of persons measured", 1000),
            ("orders of persons on a busy bus", 50), ("orders of triggers measured", 20),
            ("orders of triggers on a busy bus", 1), ("dimming up", 50), ("dimming stop", 50), ("networks gone", 50),
            ("reads on a busy bus", 50), ("side effects", 200),
            ("confirmed readings", 5000), ("confirmed readings at rest", 3000), ("assumed readings at rest", 3),
            ("scenes: done", 200), ("covers at rest between their ends", 300), ("covers opening", 300),
            ("covers unknown", 300),
            ("confirmed shifted set-points", 1000), ("shifted set-points at rest", 100), ("orders of shifts", 100),
            ("set-points compared with the last reports", 100),
            ("fault undecodable", 500), ("fault unrouted", 50), ("missed reports", 50),
            ("read again after missed reports", 50), ("orders of locked covers", 20),
            ("orders of motors with slats", 100), ("confirmed slats", 100), ("slats while their cover moves", 20),
        ]
        for (what, perThousand) in expected {
            #expect(sum.coverage[what] * 1000 > perThousand * seeds.count, "\(what): \(sum.coverage[what])")
        }
    }

    /// Each injected fault is detected by one of its invariants.
    @Test(arguments: Sabotage.allCases) func sabotageIsDetected(_ sabotage: Sabotage) {
        for seed in 0..<300 as Range<UInt64> {
            let simulation = KNXSimulation(seed: seed, sabotage: sabotage)
            simulation.run()
            // Other invariants may be violated first: a dropped state is traffic that nothing was charged for.
            if simulation.violations.contains(where: { sabotage.invariants.contains($0.invariant) }) { return }
        }
        Issue.record("not detected with 300 seeds")
    }

    @Test(arguments: [1, 7, 42, 1977, 2026] as [UInt64]) func sameSeedGivesTheSameTrace(seed: UInt64) {
        let one = Self.transcript(of: seed)
        #expect(one.count > 100)
        #expect(one == Self.transcript(of: seed))
    }
}
