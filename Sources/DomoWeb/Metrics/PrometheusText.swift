import DomoLanguage

/// The Prometheus text format, version 0.0.4.
/// https://prometheus.io/docs/instrumenting/exposition_formats
struct PrometheusText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// The labels and the value of a sample.
    typealias Sample = (labels: [(String, String)], value: Double)

    /// Adds all samples of a metric; omits the metric if there are none.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        head(name, kind, help)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        guard let value else { return }
        add(name, kind, help, [(labels: [], value: value)])
    }

    mutating func add(_ name: String, _ help: String, _ histogram: Histogram) {
        head(name, .histogram, help)
        var count: UInt64 = 0
        for (limit, own) in zip(histogram.limits, histogram.counts) {
            count += own
            line("\(name)_bucket", [("le", Self.number(limit))], Double(count))
        }
        line("\(name)_bucket", [("le", "+Inf")], Double(histogram.total))
        line("\(name)_sum", [], histogram.sum)
        line("\(name)_count", [], Double(histogram.total))
    }

    private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",") + "}"
        }
        text += " \(Self.number(value))\n"
    }

    private static func escaped(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}

/// A histogram of durations.
struct Histogram: Sendable {
    /// The upper bounds of the buckets, in seconds.
    let limits: [Double]
    /// The count of each bucket, not cumulative; durations above all bounds are only in the total.
    private(set) var counts: [UInt64]
    private(set) var total: UInt64 = 0
    /// In seconds.
    private(set) var sum = 0.0

    init(limits: [Double]) {
        self.limits = limits
        counts = limits.map { _ in 0 }
    }

    /// From the daemon's cumulative counts.
    init(_ latency: LatencyView) {
        self.init(limits: latency.buckets.map { $0.upTo / 1000 })
        var below: UInt64 = 0
        for (index, bucket) in latency.buckets.enumerated() {
            let count = UInt64(clamping: bucket.count)
            counts[index] = count >= below ? count - below : 0
            below = count
        }
        (total, sum) = (UInt64(clamping: latency.count), latency.sum / 1000)
    }

    mutating func add(_ seconds: Double) {
        if let bucket = limits.firstIndex(where: { seconds <= $0 }) { counts[bucket] += 1 }
        total += 1
        sum += seconds
    }
}
