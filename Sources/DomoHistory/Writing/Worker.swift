import DomoSystem
import Synchronization

/// A thread that does one job after the other, off the threads that must not block.
final class Worker: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isStopping = false
    }

    private let most: Int
    private let state = Mutex(State())
    private let waiting = ThreadSemaphore()
    private let ended = ThreadSemaphore()

    /// - Parameter most: the most jobs that wait.
    init(name: String, most: Int) throws(ThreadFault) {
        self.most = most
        let thread = try WorkerThread.required(name: name) { [self] in
            work()
            ended.signal()
        }
        thread.detach()
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// - Returns: false, and nothing is done, where too many jobs wait, or the thread is stopping.
    func run(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = state.withLock { state in
            guard state.jobs.count < most, !state.isStopping else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { waiting.signal() }
        return isTaken
    }

    /// Takes no more jobs, and waits for those it has; `hurry` is called again and again until they are done.
    func stop(hurry: () -> Void) {
        state.withLock { $0.isStopping = true }
        waiting.signal()
        repeat { hurry() } while !ended.wait(until: MonotonicClock.now() + 100_000_000)
        // For whoever stops it again.
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
