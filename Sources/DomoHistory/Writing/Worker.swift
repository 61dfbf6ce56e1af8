import DomoSystem
import Synchronization

/// A thread that runs one job after another, for work that may block. It starts with the first job.
final class Worker: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isStarted = false
        var isStopping = false
    }

    private let name: String
    private let maxJobs: Int
    private let state = Mutex(State())
    private let waiting = ThreadSemaphore()
    private let ended = ThreadSemaphore()

    /// - Parameter maxJobs: the maximum number of waiting jobs.
    init(name: String, maxJobs: Int) {
        self.name = name
        self.maxJobs = maxJobs
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// - Returns: false if the job is rejected, because too many jobs wait, the thread is stopping, or the system has no
    ///   thread left.
    func run(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = state.withLock { state in
            guard state.jobs.count < maxJobs, !state.isStopping, start(&state) else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { waiting.signal() }
        return isTaken
    }

    /// Accepts no more jobs, and waits until the present ones are done, calling `hurry` repeatedly to abort them.
    func stop(hurry: () -> Void) {
        let isStarted = state.withLock { state in
            state.isStopping = true
            return state.isStarted
        }
        guard isStarted else { return }
        waiting.signal()
        repeat { hurry() } while !ended.wait(until: MonotonicClock.now() + 100_000_000)
        // For another call of `stop`.
        ended.signal()
    }

    private func start(_ state: inout State) -> Bool {
        guard !state.isStarted else { return true }
        let thread = WorkerThread(name: name) { [self] in
            work()
            ended.signal()
        }
        thread?.detach()
        state.isStarted = thread != nil
        return state.isStarted
    }

    private func work() {
        while true {
            waiting.wait()
            let job: (@Sendable () -> Void)? = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
            guard let job else { return }
            job()
        }
    }
}
