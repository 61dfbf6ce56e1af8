/// The daemon's figures in one interval of a soak.
struct SoakSample: Sendable {
    /// Since the start of the load.
    var seconds: Double
    /// In bytes; at the end of the interval.
    var resident: Int
    /// In bytes; shared pages count by their share.
    var proportional: Int
    /// In bytes; memory that is not backed by files: heap, stacks.
    var anonymous: Int
    /// The minimum during the interval: clients come and go, but a leak raises the minimum.
    var descriptors: Int
    var threads: Int
    /// Processor time within the interval, in seconds.
    var processorTime: Double
    /// Of `show`, and of orders to the healthy server.
    var show: Latency
    var orders: Latency
    /// In bytes.
    var historySize: Int
    var logOfHistorySize: Int

    /// In milliseconds; zeros if there were no replies.
    struct Latency: Sendable {
        var count: Int
        var median: Double
        var percentile99: Double
        var greatest: Double

        init(count: Int, median: Double, percentile99: Double, greatest: Double) {
            self.count = count
            self.median = median
            self.percentile99 = percentile99
            self.greatest = greatest
        }

        init(_ milliseconds: [Double]) {
            guard !milliseconds.isEmpty else {
                self.init(count: 0, median: 0, percentile99: 0, greatest: 0)
                return
            }
            let sample = Sample(milliseconds)
            self.init(
                count: milliseconds.count,
                median: sample.median,
                percentile99: sample.percentile(99),
                greatest: sample.greatest
            )
        }
    }
}
