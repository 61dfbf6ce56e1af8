import CLinux
import Glibc

/// Lets threads wait for each other. Its waits end by the monotonic clock: `DispatchSemaphore` counts by the wall clock on
/// Linux, and a wait hangs where that is set back.
///
/// `@unchecked Sendable`: the pointer never changes, and what it leads to is changed by sem_overview(7)'s calls alone.
public final class ThreadSemaphore: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// Nobody may wait when it goes.
    public init() {
        semaphore = .allocate(capacity: 1)
        semaphore.initialize(to: sem_t())
        // It fails for values that are too high alone: sem_init(3).
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    public func signal() { sem_post(semaphore) }

    public func wait() { domo_semaphore_wait(semaphore) }

    /// - Parameter end: by `MonotonicClock`.
    /// - Returns: false where the end came before a signal.
    public func wait(until end: UInt64) -> Bool {
        // What lies further ahead than some 290 years is never.
        domo_semaphore_wait_until(semaphore, min(end, UInt64(Int64.max))) == 1
    }
}

/// The clocks that nobody can set.
public enum MonotonicClock {
    /// Nanoseconds by CLOCK_MONOTONIC, which stands still while the machine sleeps.
    public static func now() -> UInt64 { nanoseconds(CLOCK_MONOTONIC) }

    /// Since the machine's start, the time in which it slept included.
    public static func sinceBoot() -> Duration { .nanoseconds(Int64(nanoseconds(CLOCK_BOOTTIME))) }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
