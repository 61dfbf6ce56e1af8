/// One line of the table: a figure of domo's beside a figure of its peer's, where it has one.
struct Row {
    enum Unit: String {
        case seconds = "s"
        case milliseconds = "ms"
        case microseconds = "µs"
        case perSecond = "/s"
        case megabytes = "MB"
        case percent = "%"
    }

    /// What was promised of the ratio of domo's figure to the peer's.
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

    /// The figure to compare, and the least and the greatest of the runs.
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

        /// The median over runs of a figure that was found for each.
        init(runs: [Double]) { self.init(Sample(runs)) }
    }

    var number: Int
    var what: String
    var unit: Unit
    var domo: Figure
    var peerName: String = ""
    var peer: Figure?
    /// Nil for what is only reported.
    var target: Target?

    var ratio: Double? { peer.map { domo.value / $0.value } }

    /// Nil where there is no target.
    var isMet: Bool? {
        guard let target, let ratio else { return nil }
        return target.isMet(by: ratio)
    }
}
