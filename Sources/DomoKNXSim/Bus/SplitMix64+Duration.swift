import DomoModel

extension SplitMix64 {
    /// A duration of whole microseconds, at least zero and below `limit`.
    mutating func duration(below limit: Duration) -> Duration {
        let microseconds = Int(limit / .microseconds(1))
        return microseconds > 0 ? .microseconds(below(microseconds)) : .zero
    }
}
