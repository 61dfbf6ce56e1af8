/// Notices when the bridge did not run: it was stopped, or the machine slept. What arrived meanwhile is of unknown age.
struct StallWatch {
    /// A pause of more than this is a stall.
    static let limit: Duration = .seconds(2)
    /// The bridge wakes up at least this often.
    static let beat: Duration = .milliseconds(500)

    /// When it last ran, by the clock that also counts sleep.
    private var last: Duration

    init(now: Duration) { last = now }

    /// - Returns: whether it was stalled until now, and the earliest time at which something that is read now may have
    ///   arrived.
    mutating func wake(at now: Duration) -> (isStalled: Bool, earliest: Duration) {
        defer { last = now }
        return (now - last > Self.limit, last)
    }
}
