import Dispatch
import Synchronization

/// Something that another thread will say.
final class Gate: Sendable {
    private let isGood = Mutex(false)
    private let semaphore = DispatchSemaphore(value: 0)

    func open(_ isGood: Bool) {
        self.isGood.withLock { $0 = isGood }
        semaphore.signal()
    }

    /// - Returns: what was said; false where nothing came for a minute.
    func wait() -> Bool {
        semaphore.wait(timeout: .now() + 60) == .success && isGood.withLock { $0 }
    }
}
