import DomoSystem
import Glibc
import Logging
import Synchronization

/// Runs long jobs one at a time off the event loop, on a thread with low priority. The thread exists while there is
/// work.
///
/// The callers limit the work: each connection waits for its own.
final class LongWork: Sendable {
    /// The niceness of the thread, as in nice(2).
    private static let niceness: CInt = 10
    /// The time until the next attempt if the system has no thread left.
    static let pause: Duration = .seconds(1)

    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let log: Logger
    /// Schedules work after a delay.
    private let later: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    private let startThread: @Sendable (@escaping @Sendable () -> Void) throws(ThreadFault) -> Void
    private let state = Mutex(State())

    init(
        log: Logger,
        later: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) throws(ThreadFault) -> Void = LongWork
            .startWorker
    ) {
        self.log = log
        self.later = later
        self.startThread = startThread
    }

    func add(_ job: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { start() }
    }

    /// Runs a job and returns its result.
    func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in add { continuation.resume(returning: job()) } }
    }

    /// Starts the thread. If the system has none left, the jobs wait: the caller's thread may be that of the event loop.
    private func start() {
        do throws(ThreadFault) {
            try startThread(work)
        } catch {
            log.error("\(error); trying again in \(Self.pause.components.seconds) s")
            later(Self.pause) { self.start() }
        }
    }

    private static func startWorker(_ work: @escaping @Sendable () -> Void) throws(ThreadFault) {
        try WorkerThread.start(name: "domo-long-work") {
            // Affects only this thread; on failure it runs with normal priority.
            _ = nice(niceness)
            work()
        }
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
