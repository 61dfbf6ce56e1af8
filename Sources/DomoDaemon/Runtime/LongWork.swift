import DomoSystem
import Glibc
import Synchronization

/// Does what takes long, one after the other, beside the event loop and behind it: on a thread that the machine runs where
/// nothing else wants to. The thread lives while there is work.
///
/// Whoever gives work bounds it: each connection waits for its own.
final class LongWork: Sendable {
    /// How far behind all others, as by `nice`.
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
            // Of this thread alone; where it is refused, the thread is like the others.
            _ = nice(Self.niceness)
            self.work()
        }
        // Where no thread is left, the caller does it, which keeps its own place among the others.
        if let thread { thread.detach() } else { work() }
    }

    /// Waits for what the job returns.
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
