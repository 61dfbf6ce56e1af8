import DomoSystem
import Synchronization

/// A thread for calls of libpq, which block. It works until it is stopped, and can be woken.
final class DatabaseThread: Sendable {
    private struct State {
        var isStopping = false
        var hasEnded = false
        var end: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let signal = ThreadSemaphore()

    /// - Parameter work: returns soon after `isStopping` is set.
    func start(name: String, _ work: @escaping @Sendable () -> Void) throws(ThreadFault) {
        try WorkerThread.start(name: name) {
            work()
            let end = self.state.withLock { state in
                state.hasEnded = true
                return state.end.take()
            }
            end?.resume()
        }
    }

    /// Ends the thread after what it has begun. It must have been started.
    func stop() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                state.isStopping = true
                if !state.hasEnded { state.end = continuation }
                return state.hasEnded
            }
            wake()
            if hasEnded { continuation.resume() }
        }
    }

    func wake() { signal.signal() }

    // MARK: - On the thread

    var isStopping: Bool { state.withLock(\.isStopping) }

    /// Waits until it is woken, or until a time by `MonotonicClock`.
    func wait(until end: UInt64) { _ = signal.wait(until: end) }

    /// Waits, unless it is stopped meanwhile.
    func pause(_ pause: Duration) {
        let end = MonotonicClock.now() + UInt64(StoreConnection.milliseconds(pause)) * 1_000_000
        while !isStopping, signal.wait(until: end) {}
    }
}
