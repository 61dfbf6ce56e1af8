import Glibc

/// A time of the monotonic clock, in nanoseconds.
struct Moment: Comparable {
    var nanoseconds: Int64

    static func now() -> Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The processor time of the calling thread, in seconds.
    static func processorTimeOfThread() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    /// In seconds.
    func since(_ earlier: Moment) -> Double { Double(nanoseconds - earlier.nanoseconds) / 1e9 }

    func after(seconds: Double) -> Moment { Moment(nanoseconds: nanoseconds + Int64(seconds * 1e9)) }

    /// The milliseconds until this moment, for `poll`: rounded up, 0 once it has passed.
    var millisecondsLeft: Int32 {
        Int32(clamping: max(0, (nanoseconds - Moment.now().nanoseconds + 999_999) / 1_000_000))
    }

    /// Sleeps until this moment.
    func sleep() {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}
