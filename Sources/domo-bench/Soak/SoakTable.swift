/// Formats the results of a soak.
enum SoakTable {
    private static let heads = [
        "s", "RSS", "PSS", "anon MB", "fds", "threads", "CPU s", "show p50", "p99", "max ms", "order p50", "p99",
        "max ms", "history", "WAL MB",
    ]
    private static let width = 9

    static var head: String { heads.map(pad).joined() }

    static func line(_ sample: SoakSample) -> String {
        [
            "\(Int(sample.seconds.rounded()))", megabytes(sample.resident), megabytes(sample.proportional),
            megabytes(sample.anonymous), "\(sample.descriptors)", "\(sample.threads)",
            Figures.fixed(sample.processorTime, 2), milliseconds(sample.show.median),
            milliseconds(sample.show.percentile99), milliseconds(sample.show.greatest),
            milliseconds(sample.orders.median), milliseconds(sample.orders.percentile99),
            milliseconds(sample.orders.greatest), megabytes(sample.historySize), megabytes(sample.logOfHistorySize),
        ].map(pad).joined()
    }

    static func text(
        _ samples: [SoakSample],
        _ findings: [SoakVerdict.Finding],
        counts: [(what: String, number: Int)]
    ) -> String {
        var lines = [head] + samples.map(line) + [""]
        lines += counts.map { "\(pad("\($0.number)"))  \($0.what)" } + [""]
        let whatWidth = findings.map(\.what.count).max() ?? 0
        for finding in findings {
            let space = String(repeating: " ", count: whatWidth - finding.what.count + 2)
            lines.append("\(finding.what)\(space)\(finding.result.rawValue): \(finding.detail)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func pad(_ text: String) -> String {
        String(repeating: " ", count: max(1, width + 1 - text.count)) + text
    }

    private static func megabytes(_ bytes: Int) -> String { Figures.fixed(Double(bytes) / 1_048_576, 2) }

    private static func milliseconds(_ value: Double) -> String { Figures.fixed(value, 2) }
}
