import DomoEngineTesting
import FoundationEssentials
import Testing

/// Random hours of notices; `make check` runs more. `DOMO_NOTICE_SEEDS` sets the number of runs.
struct NoticeSimulationTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["DOMO_NOTICE_SEEDS"].flatMap { UInt64($0) } ?? 500

    @Test func invariantsHoldInEveryRun() async {
        let sum = await SimulationBatch.run(0..<Self.seeds, share: 50) { NoticeSimulation(seed: $0) }
        if let first = sum.failing.min(by: { $0.key < $1.key }) {
            let lines = SimulationBatch.transcript(of: NoticeSimulation(seed: first.key, isTraced: true))
            Issue.record("\(sum.failing.count) seeds fail, the first is \(first.key): \(first.value)")
            Issue.record("\(lines.suffix(60).joined(separator: "\n"))")
        }
        // What never happens is not tested.
        let expected = [
            "kills", "detached", "never reported", "reported twice", "notifier restarted", "handed over: raised",
            "handed over: repeated",
            "handed over: escalated", "handed over: resolved", "handed over: call", "messages sent",
            "messages failed", "messages expired", "messages lost", "messages withdrawn",
        ]
        for what in expected { #expect(sum.coverage[what] > 20, "\(what): \(sum.coverage[what])") }
        #expect(sum.coverage["could not be handed over"] > 0)
    }

    @Test func sameSeedGivesSameEffects() {
        let runs = (0..<2).map { _ in NoticeSimulation(seed: 7, isTraced: true) }
        for run in runs { run.run() }
        #expect(runs[0].transcript?.isEmpty == false)
        #expect(runs[0].transcript == runs[1].transcript)
    }
}
