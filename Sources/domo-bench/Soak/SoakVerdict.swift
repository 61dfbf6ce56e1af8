/// Decides from the samples whether a soak passed.
///
/// The first third of the samples is warm-up. The medians of the second and the last third are compared, with an
/// allowance for noise: a larger difference is growth.
struct SoakVerdict {
    struct Finding: Equatable {
        enum Result: String {
            case passed = "ok"
            case failed = "FAILED"
            /// Worse than it should be, but not a failure: other programs on the machine may be the cause.
            case reported = "reported"
        }

        var what: String
        var result: Result
        var detail: String
    }

    static let minSamples = 6
    private static let megabyte = 1_048_576.0
    /// The allowed growth of memory from the second third to the last: a fraction, plus bytes.
    static let memoryShare = 0.05
    static let memoryBytes = megabyte
    /// One connection to a server more or less.
    static let descriptorAllowance = 1.0
    static let latencyFactor = 2.0
    /// Latencies below this, in milliseconds, are not significant.
    static let latencyFloor = 5.0
    /// The time in which the caches of the history fill and memory grows, in seconds.
    static let warmUp = 180.0
    /// Between two rounds of housekeeping, the history may exceed its limit by this factor.
    static let historyFactor = 1.5
    /// Housekeeping changes much of the file at once, and a reader delays the checkpoint; still the size is limited.
    static let maxLogOfHistory = 64 * 1_048_576

    var findings: [Finding]

    var isPassed: Bool { !findings.contains { $0.result == .failed } }

    /// - Parameter historyLimit: the size limit of the history, in bytes.
    init(_ samples: [SoakSample], historyLimit: Int) {
        guard samples.count >= Self.minSamples else {
            let detail = "only \(samples.count) samples; at least \(Self.minSamples) are needed"
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
            Self.size("WAL of the history", \.logOfHistorySize, samples, limit: Self.maxLogOfHistory),
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
                + (isWarm ? "" : "; not judged: the soak was too short")
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

    /// Other programs affect the p99, so a worse value is only reported; an interval without replies fails.
    private static func latency(
        _ what: String,
        _ latency: (SoakSample) -> SoakSample.Latency,
        _ second: [SoakSample],
        _ last: [SoakSample]
    ) -> Finding {
        if let silent = (second + last).first(where: { latency($0).count == 0 }) {
            let detail = "no replies in the interval up to \(Int(silent.seconds)) s"
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
