import DomoSystem
import NIOCore
import Synchronization

/// Blocking work with a time limit.
enum BoundedWork {
    /// Runs work on its own thread. After the limit the work continues, but is no longer waited for.
    ///
    /// - Parameter eventLoop: runs the timer.
    /// - Returns: whether it finished in time; false also if the system has no thread left for it.
    static func run(
        name: String,
        atMost limit: TimeAmount,
        on eventLoop: any EventLoop,
        _ work: @escaping @Sendable () -> Void
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let end = FirstOf(continuation)
            let timer = eventLoop.scheduleTask(in: limit) { end.resume(false) }
            do throws(ThreadFault) {
                try WorkerThread.start(name: name) {
                    work()
                    timer.cancel()
                    end.resume(true)
                }
            } catch {
                timer.cancel()
                end.resume(false)
            }
        }
    }

    /// A continuation that only the first of two callers resumes.
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
