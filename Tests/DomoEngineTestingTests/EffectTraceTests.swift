import DomoEngineTesting
import FoundationEssentials
import Testing

/// For changes that must not affect the engine's behaviour: `DOMO_EFFECT_TRACES=FILE` writes a digest of all effects
/// for each of 1,000 seeds, to compare with the file of another version; `DOMO_EFFECT_TRACE_SEED=N` prints the effects
/// of one seed.
struct EffectTraceTests {
    private static let environment = ProcessInfo.processInfo.environment

    @Test(.enabled(if: environment["DOMO_EFFECT_TRACES"] != nil)) func digestsAreWritten() async throws {
        let file = try #require(Self.environment["DOMO_EFFECT_TRACES"])
        let lines = await withTaskGroup(of: [(UInt64, String)].self) { group in
            for start in stride(from: UInt64(0), to: 1000, by: 100) {
                group.addTask { (start..<start + 100).map { ($0, Self.digest(of: $0)) } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let text = lines.sorted { $0.0 < $1.0 }.map { "\($0.0) \($0.1)\n" }.joined()
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private static func digest(of seed: UInt64) -> String {
        let simulation = Simulation(seed: seed, mode: .short, recordsEffects: true)
        simulation.run()
        return simulation.effectDigest ?? ""
    }

    @Test(.enabled(if: environment["DOMO_EFFECT_TRACE_SEED"] != nil)) func oneRunIsPrinted() throws {
        let seed = try #require(Self.environment["DOMO_EFFECT_TRACE_SEED"].flatMap { UInt64($0) })
        let simulation = Simulation(seed: seed, mode: .short, isTraced: true, recordsEffects: true)
        simulation.run()
        print((simulation.effectLines ?? []).joined(separator: "\n"))
    }
}
