/// Whether a soak was passed, by its samples alone.
///
/// The first third of the samples is warm-up. What the second and the last third differ in is growth, or was noise: medians
/// of thirds are compared, with an allowance.
struct SoakVerdict {
    struct Finding: Equatable {
        enum Result: String {
            case passed = "ok"
            case failed = "FAILED"
            /// Worse than it should be, and not failed for: other programs of the machine have a part in it.
            case reported = "reported"
        }

        var what: String
        var result: Result
        var detail: String
    }

    static let fewestSamples = 6
    private static let megabyte = 1_048_576.0
    /// What memory may grow by from the second third to the last: a share, and bytes beside it.
    static let memoryShare = 0.05
    static let memoryBytes = megabyte
    /// A connection to a server more or less.
    static let descriptorAllowance = 1.0
    static let latencyFactor = 2.0
    /// So short a latency, in milliseconds, says nothing about the daemon.
    static let latencyFloor = 5.0
    /// In seconds: so long the caches of the history fill, and memory grows by what they may take.
    static let warmUp = 180.0
    /// Between two rounds of housekeeping the history may be larger than its limit, by a share of it.
    static let historyFactor = 1.5
    /// Housekeeping changes much of the file at once, and a reader holds back the checkpoint; still it ends.
    static let largestLogOfHistory = 64 * 1_048_576

    var findings: [Finding]

    var isPassed: Bool { !findings.contains { $0.result == .failed } }

    /// - Parameter historyLimit: what the history may take, in bytes.
    init(_ samples: [SoakSample], historyLimit: Int) {
        guard samples.count >= Self.fewestSamples else {
            let detail = "\(samples.count) samples, at least \(Self.fewestSamples) are needed"
            findings = [Finding(what: "samples", result: .failed, detail: detail)]
            return
        }
        let second = Array(samples[samples.count / 3..<samples.count * 2 / 3])
        let last = Array(samples[(samples.count * 2 / 3)...])
        findings = [
            Self.memory("resident memory", \.resident, second, last),
            Self.memory("anonymous memory", \.anonymous, second, last),
            Self.count("open descriptors", \.descriptors, second, last),
            Self.count("threads", \.threads, second, last),
            Self.latency("p99 of show", \.show, second, last),
            Self.latency("p99 of orders to the healthy server", \.orders, second, last),
            Self.size("history file", \.historySize, samples, limit: Int(Double(historyLimit) * Self.historyFactor)),
            Self.size("WAL of the history", \.logOfHistorySize, samples, limit: Self.largestLogOfHistory),
        ]
    }

    private static func memory(
        _ what: String,
        _ bytes: (SoakSample) -> Int,
        _ second: [SoakSample],
        _ last: [SoakSample]
    ) -> Finding {
        let before = Sample(second.map { Double(bytes($0)) }).median
        let after = Sample(last.map { Double(bytes($0)) }).median
        let limit = before * (1 + memoryShare) + memoryBytes
        let isWarm = second.first.map { $0.seconds >= warmUp } ?? false
        return Finding(
            what: what,
            result: after <= limit ? .passed : isWarm ? .failed : .reported,
            detail: "\(megabytes(before)) → \(megabytes(after)) MB; at most \(megabytes(limit))"
                + (isWarm ? "" : "; the soak was too short to judge it")
        )
    }

    private static func count(
        _ what: String,
        _ count: (SoakSample) -> Int,
        _ second: [SoakSample],
        _ last: [SoakSample]
    ) -> Finding {
        let before = Sample(second.map { Double(count($0)) }).median
        let after = Sample(last.map { Double(count($0)) }).median
        let limit = before + descriptorAllowance
        return Finding(
            what: what,
            result: after <= limit ? .passed : .failed,
            detail: "\(before) → \(after); at most \(limit)"
        )
    }

    /// The machine's other programs have a part in a p99, so a worse one is reported; an interval without any answer fails.
    private static func latency(
        _ what: String,
        _ latency: (SoakSample) -> SoakSample.Latency,
        _ second: [SoakSample],
        _ last: [SoakSample]
    ) -> Finding {
        if let silent = (second + last).first(where: { latency($0).count == 0 }) {
            let detail = "nothing was answered in the interval up to \(Int(silent.seconds)) s"
            return Finding(what: what, result: .failed, detail: detail)
        }
        let before = Sample(second.map { latency($0).percentile99 }).median
        let after = Sample(last.map { latency($0).percentile99 }).median
        let limit = max(latencyFloor, before * latencyFactor)
        return Finding(
            what: what,
            result: after <= limit ? .passed : .reported,
            detail: "\(Figures.fixed(before, 2)) → \(Figures.fixed(after, 2)) ms; at most \(Figures.fixed(limit, 2))"
        )
    }

    private static func size(
        _ what: String,
        _ bytes: (SoakSample) -> Int,
        _ samples: [SoakSample],
        limit: Int
    ) -> Finding {
        let greatest = samples.map(bytes).max() ?? 0
        return Finding(
            what: what,
            result: greatest <= limit ? .passed : .failed,
            detail: "at most \(megabytes(Double(greatest))) MB; limit \(megabytes(Double(limit)))"
        )
    }

    private static func megabytes(_ bytes: Double) -> String { Figures.fixed(bytes / megabyte, 2) }
}
