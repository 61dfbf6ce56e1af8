import DomoSystem
import Glibc
import Synchronization

/// Runs long jobs one at a time off the event loop, on a thread with low priority. The thread exists while there is
/// work.
///
/// The callers limit the work: each connection waits for its own.
final class LongWork: Sendable {
    /// The niceness of the thread, as in nice(2).
    private static let niceness: CInt = 10

    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    func add(_ job: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        let thread = WorkerThread(name: "domo-long-work") {
            // Affects only this thread; on failure it runs with normal priority.
            _ = nice(Self.niceness)
            self.work()
        }
        // If no thread can be started, the caller does the work, with its own priority.
        if let thread { thread.detach() } else { work() }
    }

    /// Runs a job and returns its result.
    func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in add { continuation.resume(returning: job()) } }
    }

    private func work() {
        while true {
            let job: (@Sendable () -> Void)? = state.withLock { state in
                state.isRunning = !state.jobs.isEmpty
                return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
            guard let job else { return }
            job()
        }
    }
}
