/// A start by a time.
struct TimeRun {
    /// By the wall clock.
    var day: Int64
    /// Until then a kill or a failing disk makes the daemon forget it.
    var isStored = false
}
