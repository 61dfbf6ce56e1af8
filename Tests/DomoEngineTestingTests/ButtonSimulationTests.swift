import DomoEngineTesting
import FoundationEssentials
import Testing

/// Ten minutes of push buttons and orders for places; `make check` runs more. `DOMO_BUTTON_SEEDS` sets the number of runs.
struct ButtonSimulationTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["DOMO_BUTTON_SEEDS"].flatMap { UInt64($0) } ?? 100

    @Test func invariantsHoldInEveryRun() async {
        let sum = await SimulationBatch.run(0..<Self.seeds, share: 20) { ButtonSimulation(seed: $0) }
        if let first = sum.failing.min(by: { $0.key < $1.key }) {
            let lines = SimulationBatch.transcript(of: ButtonSimulation(seed: first.key, isTraced: true))
            Issue.record("\(sum.failing.count) seeds fail, the first is \(first.key): \(first.value)")
            Issue.record("\(lines.suffix(60).joined(separator: "\n"))")
        }
        // What never happens is not tested.
        let expected = [
            "kills", "reloads", "link down", "disk full", "late", "pulses begin", "pulses end", "presses",
            "runs without named orders",
        ]
        for what in expected { #expect(sum.coverage[what] > 10, "\(what): \(sum.coverage[what])") }
    }

    @Test func sameSeedGivesSameEffects() {
        let runs = (0..<2).map { _ in ButtonSimulation(seed: 7, isTraced: true) }
        for run in runs { run.run() }
        #expect(runs[0].transcript?.isEmpty == false)
        #expect(runs[0].transcript == runs[1].transcript)
    }
}
