import DomoLanguage

/// The outcomes of orders since the start.
struct OrderCounts: Sendable {
    var accepted = 0
    var failed = 0
    /// Accepted orders that the house confirmed, and those that it did not.
    var confirmed = 0
    var unconfirmed = 0
    /// From the request to the answer of the server or bus, for accepted orders.
    var latency = Latency()
}

/// A histogram of durations.
struct Latency: Sendable {
    /// The upper bounds of the buckets, in milliseconds.
    private static let limits: [Double] = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

    /// Per bucket, not cumulative; longer durations are only in the total.
    private var counts = limits.map { _ in 0 }
    private var count = 0
    private var sum = 0.0

    mutating func note(_ milliseconds: Double) {
        if let bucket = Self.limits.firstIndex(where: { milliseconds <= $0 }) { counts[bucket] += 1 }
        count += 1
        sum += milliseconds
    }

    var view: LatencyView {
        var below = 0
        let buckets = zip(Self.limits, counts).map { limit, own in
            below += own
            return LatencyView.Bucket(upTo: limit, count: below)
        }
        return LatencyView(count: count, sum: sum, buckets: buckets)
    }
}
