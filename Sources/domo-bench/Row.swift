/// A row of the table: a figure of domo and, if there is a peer, its figure.
struct Row {
    enum Unit: String {
        case seconds = "s"
        case milliseconds = "ms"
        case microseconds = "µs"
        case perSecond = "/s"
        case megabytes = "MB"
        case percent = "%"
    }

    /// The target for the ratio of domo's figure to the peer's.
    enum Target {
        case atMost(Double)
        case atLeast(Double)

        func isMet(by ratio: Double) -> Bool {
            switch self {
            case .atMost(let limit): ratio <= limit
            case .atLeast(let limit): ratio >= limit
            }
        }
    }

    /// The figure to compare, with the minimum and maximum of the runs.
    struct Figure {
        var value: Double
        var least: Double
        var greatest: Double
        var runs: [Double]

        /// The median.
        init(_ sample: Sample) {
            value = sample.median
            least = sample.least
            greatest = sample.greatest
            runs = sample.values
        }

        /// The median of a figure over several runs.
        init(runs: [Double]) { self.init(Sample(runs)) }
    }

    var number: Int
    var what: String
    var unit: Unit
    var domo: Figure
    var peerName: String = ""
    var peer: Figure?
    /// Nil if the figure is only reported.
    var target: Target?

    var ratio: Double? { peer.map { domo.value / $0.value } }

    /// Nil if there is no target.
    var isMet: Bool? {
        guard let target, let ratio else { return nil }
        return target.isMet(by: ratio)
    }
}
