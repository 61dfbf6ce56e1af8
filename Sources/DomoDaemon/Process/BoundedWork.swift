import DomoSystem
import NIOCore
import Synchronization

/// Work that blocks, and that nobody waits for longer than a limit.
enum BoundedWork {
    /// Works on a thread of its own. After the limit it goes on, but nobody waits for it any more.
    ///
    /// - Parameter eventLoop: measures the time.
    /// - Returns: whether it was done in time.
    static func run(
        name: String,
        atMost limit: TimeAmount,
        on eventLoop: any EventLoop,
        _ work: @escaping @Sendable () -> Void
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let end = FirstOf(continuation)
            let timer = eventLoop.scheduleTask(in: limit) { end.resume(false) }
            WorkerThread.start(name: name) {
                work()
                timer.cancel()
                end.resume(true)
            }
        }
    }

    /// A continuation that two want to resume; the first one does.
    private final class FirstOf: Sendable {
        private let continuation: Mutex<CheckedContinuation<Bool, Never>?>

        init(_ continuation: CheckedContinuation<Bool, Never>) {
            self.continuation = Mutex(continuation)
        }

        func resume(_ value: Bool) {
            let first = continuation.withLock { held in
                defer { held = nil }
                return held
            }
            first?.resume(returning: value)
        }
    }
}
