public import DomoModel

extension LocalClock {
    /// Whether summer time is in force.
    public func isSummerTime(at time: Timestamp) -> Bool { zone.isSummerTime(at: time) }

    /// The first moment after a time, by another at most, at which the clocks are set forward or back; nil if they are not.
    public func nextChange(after time: Timestamp, by limit: Timestamp) -> Timestamp? {
        let before = zone.offset(at: time)
        guard time.milliseconds < limit.milliseconds, zone.offset(at: limit) != before else { return nil }
        var (low, high) = (time.milliseconds, limit.milliseconds)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if zone.offset(at: Timestamp(milliseconds: middle)) == before { low = middle } else { high = middle }
        }
        return Timestamp(milliseconds: high)
    }
}
