import Testing

@testable import domo_bench

@Suite struct SoakVerdictTests {
    /// Sixty samples, flat except for a ripple, modified by `change`.
    private static func samples(_ change: (Int, inout SoakSample) -> Void = { _, _ in }) -> [SoakSample] {
        (0..<60).map { minute in
            let ripple = minute % 3
            var sample = SoakSample(
                seconds: Double(minute + 1) * 60,
                resident: 30_000_000 + ripple * 100_000,
                proportional: 28_000_000,
                anonymous: 10_000_000 + ripple * 100_000,
                descriptors: 40 + ripple % 2,
                threads: 9 + ripple,
                processorTime: 6,
                show: .init(count: 4000, median: 0.1, percentile99: 1, greatest: 20),
                orders: .init(count: 800, median: 1, percentile99: 4, greatest: 30),
                historySize: 2_000_000,
                logOfHistorySize: 4_000_000
            )
            change(minute, &sample)
            return sample
        }
    }

    private static func verdict(_ samples: [SoakSample]) -> SoakVerdict {
        SoakVerdict(samples, historyLimit: 16 * 1_048_576)
    }

    private static func failed(_ verdict: SoakVerdict) -> [String] {
        verdict.findings.filter { $0.result == .failed }.map(\.what)
    }

    @Test func flatSeriesPasses() {
        let verdict = Self.verdict(Self.samples())
        #expect(verdict.isPassed)
        #expect(verdict.findings.allSatisfy { $0.result == .passed }, "\(verdict.findings)")
    }

    @Test func growthDuringTheWarmUpPasses() {
        let verdict = Self.verdict(
            Self.samples { minute, sample in
                guard minute < 20 else { return }
                sample.resident -= (20 - minute) * 900_000
                sample.anonymous -= (20 - minute) * 400_000
                sample.descriptors -= 20 - minute
            }
        )
        #expect(verdict.isPassed, "\(verdict.findings)")
    }

    @Test func slowLeakOfMemoryFails() {
        // 100 KB per minute.
        let verdict = Self.verdict(Self.samples { minute, sample in sample.anonymous += minute * 100_000 })
        #expect(Self.failed(verdict) == ["anonymous memory"])
        #expect(!verdict.isPassed)
    }

    /// The caches still fill in its second third.
    @Test func growthOfMemoryInAShortSoakIsReported() {
        let samples = Self.samples { minute, sample in
            sample.seconds /= 12
            sample.anonymous += minute * 100_000
        }
        let verdict = Self.verdict(samples)
        #expect(verdict.isPassed)
        #expect(verdict.findings.filter { $0.result == .reported }.map(\.what) == ["anonymous memory"])
    }

    @Test func growthOfResidentMemoryFails() {
        let verdict = Self.verdict(Self.samples { minute, sample in sample.resident += minute * 200_000 })
        #expect(Self.failed(verdict) == ["resident memory"])
    }

    @Test func onePeakOfMemoryPasses() {
        let verdict = Self.verdict(
            Self.samples { minute, sample in if minute == 50 { sample.resident += 50_000_000 } }
        )
        #expect(verdict.isPassed)
    }

    @Test func leakOfDescriptorsFails() {
        // One every ten minutes.
        let verdict = Self.verdict(Self.samples { minute, sample in sample.descriptors += minute / 10 })
        #expect(Self.failed(verdict) == ["open descriptors"])
    }

    @Test func leakOfThreadsFails() {
        let verdict = Self.verdict(Self.samples { minute, sample in sample.threads += minute / 8 })
        #expect(Self.failed(verdict) == ["threads"])
    }

    @Test func slowerRepliesAreReportedAndPass() {
        let verdict = Self.verdict(
            Self.samples { minute, sample in if minute >= 40 { sample.show.percentile99 = 11 } }
        )
        #expect(verdict.isPassed)
        #expect(verdict.findings.filter { $0.result == .reported }.map(\.what) == ["p99 of show"])
    }

    @Test func doublingANegligibleLatencyPasses() {
        let verdict = Self.verdict(
            Self.samples { minute, sample in if minute >= 40 { sample.show.percentile99 = 4 } }
        )
        #expect(verdict.findings.allSatisfy { $0.result == .passed }, "\(verdict.findings)")
    }

    @Test func intervalWithoutRepliesFails() {
        let verdict = Self.verdict(
            Self.samples { minute, sample in if minute == 45 { sample.orders = .init([]) } }
        )
        #expect(Self.failed(verdict) == ["p99 of orders to the healthy server"])
    }

    @Test func historyAboveItsLimitFails() {
        let verdict = Self.verdict(
            Self.samples { minute, sample in
                sample.historySize += minute * 400_000
                sample.logOfHistorySize += minute * 1_200_000
            }
        )
        #expect(Self.failed(verdict) == ["history file", "WAL of the history"])
    }

    @Test func tooFewSamplesFail() {
        #expect(Self.failed(Self.verdict(Array(Self.samples().prefix(5)))) == ["samples"])
        #expect(Self.verdict(Array(Self.samples().prefix(6))).isPassed)
    }
}
