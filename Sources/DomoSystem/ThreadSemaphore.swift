import CLinux
import Glibc

/// A semaphore with timeouts by the monotonic clock. On Linux, `DispatchSemaphore` uses the wall clock, and a wait
/// hangs if that is set back.
///
/// `@unchecked Sendable`: the pointer never changes, and only the calls of sem_overview(7) change the semaphore.
public final class ThreadSemaphore: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// No thread may be waiting when the semaphore is deallocated.
    public init() {
        semaphore = .allocate(capacity: 1)
        semaphore.initialize(to: sem_t())
        // It fails only for values that are too high: sem_init(3).
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    public func signal() { sem_post(semaphore) }

    public func wait() { domo_semaphore_wait(semaphore) }

    /// - Parameter end: by `MonotonicClock`.
    /// - Returns: false after a timeout.
    public func wait(until end: UInt64) -> Bool {
        // More than about 290 years ahead means never.
        domo_semaphore_wait_until(semaphore, min(end, UInt64(Int64.max))) == 1
    }

    /// A thread that waits until it is signalled, and ends then; nil if the system has no thread left.
    func waitingThread() -> pthread_t? {
        var thread = pthread_t()
        return pthread_create(&thread, nil, domo_wait_for_semaphore, semaphore) == 0 ? thread : nil
    }
}

/// Clocks that can't be set.
public enum MonotonicClock {
    /// Nanoseconds by CLOCK_MONOTONIC, which stops while the machine sleeps.
    public static func now() -> UInt64 { nanoseconds(CLOCK_MONOTONIC) }

    /// The time since the machine was started, including the time that it slept.
    public static func sinceBoot() -> Duration { .nanoseconds(Int64(nanoseconds(CLOCK_BOOTTIME))) }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
