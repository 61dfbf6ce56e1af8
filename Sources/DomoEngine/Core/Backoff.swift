import DomoModel

/// The delay before the next retry: doubles from `first` to `max`, then takes a random value between half and all
/// of that, so that many clients do not retry at the same moment.
struct Backoff: Sendable {
    var first: Duration
    var max: Duration

    /// - Parameter failures: the number of failures so far, at least 1.
    func delay(failures: Int, using random: inout SplitMix64) -> Duration {
        let whole = min(max, first * (1 << min(failures - 1, 16)))
        return whole * Double.random(in: 0.5...1, using: &random)
    }
}
