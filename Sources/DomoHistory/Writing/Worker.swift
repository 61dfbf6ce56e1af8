import DomoSystem
import Synchronization

/// A thread that runs one job after another, for work that may block.
final class Worker: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isStopping = false
    }

    private let maxJobs: Int
    private let state = Mutex(State())
    private let waiting = ThreadSemaphore()
    private let ended = ThreadSemaphore()

    /// - Parameter maxJobs: the maximum number of waiting jobs.
    init(name: String, maxJobs: Int) throws(ThreadFault) {
        self.maxJobs = maxJobs
        let thread = try WorkerThread.required(name: name) { [self] in
            work()
            ended.signal()
        }
        thread.detach()
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// - Returns: false if the job is rejected, because too many jobs wait or the thread is stopping.
    func run(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = state.withLock { state in
            guard state.jobs.count < maxJobs, !state.isStopping else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { waiting.signal() }
        return isTaken
    }

    /// Accepts no more jobs, and waits until the present ones are done, calling `hurry` repeatedly to abort them.
    func stop(hurry: () -> Void) {
        state.withLock { $0.isStopping = true }
        waiting.signal()
        repeat { hurry() } while !ended.wait(until: MonotonicClock.now() + 100_000_000)
        // For another call of `stop`.
        ended.signal()
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
