import DomoEngine
import DomoLanguage
import DomoSystem
import Glibc
import ServiceLifecycle

/// Ends the process if stopping takes too long: a file system or a library may hang.
struct StopGuard: Service {
    /// Signalled when the daemon has stopped in time.
    private let ended = ThreadSemaphore()
    private let limit: Duration
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - limit: the maximum time for stopping.
    ///   - end: called after the limit.
    init(limit: Duration = StopBudget.total, end: @escaping @Sendable () -> Void = Self.endProcess) {
        self.limit = limit
        self.end = end
    }

    /// Must be the first service that is notified of the shutdown.
    func run() async throws {
        try await gracefulShutdown()
        watch()
    }

    /// Starts the timer.
    func watch() {
        let last = MonotonicClock.now() + UInt64(limit.nanoseconds)
        // If the thread can't be started, systemd kills the daemon a little later.
        WorkerThread(name: "domo-stop") { [ended, end] in
            if !ended.wait(until: last) { end() }
        }?.detach()
    }

    /// Stops the timer.
    func dismiss() { ended.signal() }

    private static let message =
        "domod: stopping took longer than \(StopBudget.total.components.seconds) s; unsaved data is lost\n"

    private static let endProcess: @Sendable () -> Void = {
        if Descriptor.waitUntilWritable(STDERR_FILENO, atMost: 0) {
            StandardStream.error.write(message)
        }
        _exit(ExitStatus.deadlinePassed.rawValue)
    }
}
