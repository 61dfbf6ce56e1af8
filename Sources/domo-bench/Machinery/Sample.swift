/// The results of several runs of a measurement.
struct Sample {
    /// Ascending.
    let values: [Double]

    /// - Parameter values: at least one.
    init(_ values: [Double]) {
        precondition(!values.isEmpty)
        self.values = values.sorted()
    }

    var least: Double { values[0] }
    var greatest: Double { values[values.count - 1] }

    /// The middle value, or the mean of the two in the middle.
    var median: Double {
        let middle = values.count / 2
        return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
    }

    /// The smallest value that `percent` of all values don't exceed.
    func percentile(_ percent: Double) -> Double {
        let rank = Int((percent / 100 * Double(values.count)).rounded(.up))
        return values[min(values.count, max(1, rank)) - 1]
    }
}
