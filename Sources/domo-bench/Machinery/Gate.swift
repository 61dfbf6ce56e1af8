import DomoSystem
import Synchronization

/// A result that another thread will provide.
final class Gate: Sendable {
    private let isGood = Mutex(false)
    private let semaphore = ThreadSemaphore()

    func open(_ isGood: Bool) {
        self.isGood.withLock { $0 = isGood }
        semaphore.signal()
    }

    /// - Returns: the result; false after a timeout of a minute.
    func wait() -> Bool {
        semaphore.wait(until: MonotonicClock.now() + 60_000_000_000) && isGood.withLock { $0 }
    }
}
