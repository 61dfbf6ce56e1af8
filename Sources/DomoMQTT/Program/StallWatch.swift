/// Notices when the bridge did not run: it was stopped, or the machine slept. What arrived meanwhile is of unknown age.
struct StallWatch {
    /// A pause of more than this is a stall.
    static let limit: Duration = .seconds(2)
    /// The bridge wakes up, and reads what has arrived, at least this often.
    static let beat: Duration = .milliseconds(500)

    /// When it began to read the last time, by the clock that also counts sleep. What it has not read then arrived later.
    private var last: Duration

    init(now: Duration) { last = now }

    /// It has read what had arrived.
    ///
    /// - Parameter isAll: whether nothing was left.
    /// - Returns: whether it was stalled meanwhile or before, and the earliest time at which something that was read now may
    ///   have arrived.
    mutating func noteReading(
        from begin: Duration,
        to end: Duration,
        isAll: Bool
    ) -> (isStalled: Bool, earliest: Duration) {
        defer { if isAll { last = begin } }
        return (end - last > Self.limit, last)
    }
}
