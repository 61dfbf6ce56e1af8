import DomoEngineTesting
import DomoLanguage
import FoundationEssentials
import Testing

/// Random runs of the whole system; `make check` makes ten times as many with the release build, which is eight times
/// faster. `DOMO_SIMULATION_SEEDS` sets the number of runs, `DOMO_SIMULATION_WEEKS` the number of whole weeks.
/// `DOMO_SIMULATION_SEED` runs a single seed and prints all its events, in the mode `DOMO_SIMULATION_MODE` (`short`,
/// `links` or `shapes`).
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seeds = environment["DOMO_SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? 1000
    private static let weeks = environment["DOMO_SIMULATION_WEEKS"].flatMap { UInt64($0) } ?? 1
    private static let onlySeed = environment["DOMO_SIMULATION_SEED"].flatMap { UInt64($0) }
    private static let onlyMode =
        environment["DOMO_SIMULATION_MODE"].flatMap { Simulation.Mode(rawValue: $0) } ?? .short

    private static func explain(_ seed: UInt64, _ mode: Simulation.Mode) -> Comment {
        let lines = SimulationBatch.transcript(of: seed, mode: mode)
        let shown = onlySeed == nil ? lines.suffix(80) : lines[...]
        let replay = "DOMO_SIMULATION_MODE=\(mode.rawValue) DOMO_SIMULATION_SEED=\(seed) replays this run:"
        return "\(replay)\n\(shown.joined(separator: "\n"))"
    }

    private static func expectNone(_ sum: SimulationBatch, of count: Int, _ mode: Simulation.Mode) {
        let failing = sum.failing.sorted { $0.key < $1.key }
        guard let first = failing.first else { return }
        let list = failing.prefix(40).map { "\($0.key): \($0.value)" }.joined(separator: "\n")
        Issue.record("\(failing.count) of \(count) seeds fail:\n\(list)")
        Issue.record(explain(first.key, mode))
    }

    /// What never happens is not tested: the minimum number of each in a thousand runs.
    private func expect(_ expected: [(String, Int)], _ sum: SimulationBatch, of count: Int) {
        for (what, perThousand) in expected {
            #expect(sum.coverage[what] * 1000 > perThousand * count, "\(what): \(sum.coverage[what])")
        }
    }

    @Test func invariantsHoldInEveryRun() async {
        guard Self.onlySeed == nil || Self.onlyMode == .short else { return }
        let seeds = Self.onlySeed.map { $0..<$0 + 1 } ?? 0..<Self.seeds
        let sum = await SimulationBatch.run(seeds, mode: .short, share: 100)
        Self.expectNone(sum, of: seeds.count, .short)
        if let only = Self.onlySeed { print(Self.explain(only, .short)) }
        guard seeds.count >= 1000, sum.failing.isEmpty else { return }
        let expected = [
            ("restarts", 300), ("kills", 150), ("stops", 150), ("loads", 500), ("servers exchanged", 100),
            ("elements removed", 100), ("server outages", 300), ("servers unreachable", 100), ("lost answers", 100),
            ("accepted late", 30), ("accepted too late", 3), ("duplicate reports", 100), ("duplicate answers", 100),
            ("answers in parts", 20), ("answers out of date", 100), ("answers of others", 100),
            ("malformed answers", 100), ("unknown words", 100), ("wrong reports", 100), ("accepted and not done", 100),
            ("unresponsive devices", 30), ("rate limits", 200), ("tries while rate limited", 20),
            ("queries cancelled", 100),
            ("dispatches cancelled", 100),
            ("answers faster than their cancellation", 50), ("commits that failed", 100), ("wall clock steps", 300),
            ("wall switches", 1000), ("stage accepted, the last", 300), ("stage confirmed", 500),
            ("stage mismatch", 100), ("stage not-confirmed", 100), ("stage failed", 300), ("stage expired", 100),
            ("never sent", 20), ("overtaken", 100), ("ended with an unknown result", 100), ("scenes done", 100),
            ("answered requested", 300), ("answered accepted", 500), ("answered confirmed", 100),
            ("answered superseded", 20), ("stored answers", 1000), ("confirmed readings", 5000),
            ("scenes: begins", 500), ("scenes: done", 100), ("scenes: failed", 100), ("scenes: stopped", 50),
            ("scenes: lost", 50), ("scenes: skipped", 50), ("scenes begun by their time", 20),
            ("times missed by a restart", 10), ("cycles broken", 5),
            ("stale readings", 1000), ("readings that converged", 3000), ("reads for orders", 1000),
        ]
        expect(expected, sum, of: seeds.count)
        let codes: [Fault.Code] = [
            .unreachable, .refusedByServer, .deadlinePassed, .unknownState, .unknownElement, .stopping, .refusedValue,
            .badModel, .mismatch, .notConfirmed, .unknownScene,
        ]
        for code in codes { #expect(sum.coverage.faults[code, default: 0] * 100 > seeds.count, "\(code)") }
    }

    @Test func invariantsHoldWithAPushingLink() async {
        guard Self.onlySeed == nil || Self.onlyMode == .links else { return }
        let seeds = Self.onlySeed.map { $0..<$0 + 1 } ?? 0..<max(1, Self.seeds / 5)
        let sum = await SimulationBatch.run(seeds, mode: .links, share: 100)
        Self.expectNone(sum, of: seeds.count, .links)
        if let only = Self.onlySeed { print(Self.explain(only, .links)) }
        guard seeds.count >= 200, sum.failing.isEmpty else { return }
        expect(
            [
                ("links up", 1000), ("links down", 150), ("pushed states", 2000), ("commands seen", 100),
                ("events of buttons", 30), ("overtaken", 100), ("stage confirmed", 500), ("servers unreachable", 150),
                ("stage mismatch", 50), ("readings that converged", 1000), ("engines at rest", 700), ("loads", 500),
            ],
            sum,
            of: seeds.count
        )
    }

    @Test func invariantsHoldInHousesOfAnyShape() async {
        guard Self.onlySeed == nil || Self.onlyMode == .shapes else { return }
        let seeds = Self.onlySeed.map { $0..<$0 + 1 } ?? 0..<max(1, Self.seeds / 5)
        let sum = await SimulationBatch.run(seeds, mode: .shapes, share: 100)
        Self.expectNone(sum, of: seeds.count, .shapes)
        if let only = Self.onlySeed { print(Self.explain(only, .shapes)) }
        guard seeds.count >= 200, sum.failing.isEmpty else { return }
        expect(
            [
                ("ambiguous names", 500), ("orders without a server", 500), ("houses without a server", 500),
                ("types removed", 200), ("elements removed", 1000), ("servers exchanged", 1000),
                ("actions by the state", 500), ("never sent", 50), ("superseded by a stop", 20),
                ("engines at rest", 900), ("loads", 1000),
                ("restarts", 300), ("accepted late", 20), ("accepted too late", 5), ("scenes done", 300),
                ("answered accepted", 2000), ("answered superseded", 50), ("ended with an unknown result", 300),
                ("stage confirmed", 500), ("readings that converged", 1000), ("scenes: stopped", 10),
            ],
            sum,
            of: seeds.count
        )
        let codes: [Fault.Code] = [
            .unreachable, .refusedByServer, .deadlinePassed, .unknownState, .unknownElement, .ambiguousName, .stopping,
            .badConfiguration, .refusedValue, .badModel, .unknownScene,
        ]
        for code in codes { #expect(sum.coverage.faults[code, default: 0] * 100 > seeds.count, "\(code)") }
    }

    @Test func invariantsHoldOverAWeek() async {
        guard Self.onlySeed == nil else { return }
        let sum = await SimulationBatch.run(0..<Self.weeks, mode: .week, share: 1)
        Self.expectNone(sum, of: Int(Self.weeks), .week)
        for what in ["sent", "stage confirmed", "restarts", "servers unreachable", "wall switches"] {
            #expect(sum.coverage[what] > 0, "\(what)")
        }
        #expect(sum.coverage["sent"] > 10_000 * Int(Self.weeks))
    }

    @Test(arguments: [1, 42, 1977, 2026, 31_337] as [UInt64]) func sameSeedGivesSameEffects(seed: UInt64) {
        let one = Simulation(seed: seed, mode: .short, isTraced: true)
        let other = Simulation(seed: seed, mode: .short, isTraced: true)
        one.run()
        other.run()
        #expect(one.transcript?.isEmpty == false)
        #expect(one.transcript == other.transcript)
    }
}
