/// A scheduled start.
struct TimeRun {
    /// By the wall clock.
    var day: Int64
    /// Until it is stored, a kill or a failing disk makes the daemon forget it.
    var isStored = false
}
