import DomoSystem
import Synchronization

/// Something that another thread will say.
final class Gate: Sendable {
    private let isGood = Mutex(false)
    private let semaphore = ThreadSemaphore()

    func open(_ isGood: Bool) {
        self.isGood.withLock { $0 = isGood }
        semaphore.signal()
    }

    /// - Returns: what was said; false where nothing came for a minute.
    func wait() -> Bool {
        semaphore.wait(until: MonotonicClock.now() + 60_000_000_000) && isGood.withLock { $0 }
    }
}
