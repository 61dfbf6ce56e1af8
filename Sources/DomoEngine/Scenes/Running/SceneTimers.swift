/// When something of the scenes is due.
struct SceneTimers: Sendable {
    /// Why scenes want to be woken.
    enum Reason: Hashable, Sendable {
        case strand(StrandID)
        /// Its reading is to have been so until then.
        case trigger(Triggers.ID, until: Instant)
    }

    private var timers = Timers<Reason, Instant>()
    /// With more of them those whose reason is gone are swept out.
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
