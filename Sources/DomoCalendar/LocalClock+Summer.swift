public import DomoModel

extension LocalClock {
    /// Half a year, in which daylight-saving time begins or ends once.
    private static let halfYear: Int64 = 182 * 86_400_000

    /// Whether the clocks are ahead of those of the other half of the year.
    ///
    /// In a zone that changes its standard time for good, this is wrong for half a year.
    public func isSummerTime(at time: Timestamp) -> Bool {
        let others = [-Self.halfYear, Self.halfYear].map {
            zone.offset(at: Timestamp(milliseconds: time.milliseconds + $0))
        }
        return others.contains { $0 < zone.offset(at: time) }
    }

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
