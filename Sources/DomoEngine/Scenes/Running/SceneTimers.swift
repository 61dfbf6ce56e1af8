/// The timers of scenes.
struct SceneTimers: Sendable {
    /// The reason for a wake-up.
    enum Reason: Hashable, Sendable {
        case strand(StrandID)
        /// The reading of a trigger must hold until then.
        case trigger(Triggers.ID, until: Instant)
    }

    private var timers = Timers<Reason, Instant>()
    /// Above this, obsolete timers are swept out.
    private var maxCount = 1024

    var count: Int { timers.count }
    var earliest: Instant? { timers.earliest }
    var isCrowded: Bool { timers.count > maxCount }

    mutating func add(_ reason: Reason, at moment: Instant) { timers.add(reason, at: moment) }
    mutating func popDue(at now: Instant) -> Reason? { timers.popDue(at: now) }

    mutating func sweep(keeping isAlive: (Reason) -> Bool) {
        timers.sweep(keeping: isAlive)
        maxCount = max(1024, 2 * timers.count)
    }
}
