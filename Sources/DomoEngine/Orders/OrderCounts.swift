import DomoLanguage

/// What has become of orders since the start.
struct OrderCounts: Sendable {
    var accepted = 0
    var failed = 0
    /// Accepted orders that the house was seen to obey, and those that it was not.
    var confirmed = 0
    var unconfirmed = 0
    /// From the request to the answer of the server or the bus, of those accepted.
    var latency = Latency()
}

/// How often something took how long.
struct Latency: Sendable {
    /// The upper ends of the buckets, in milliseconds.
    private static let limits: [Double] = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

    /// Of each bucket alone; what took longer than all is in the count only.
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
