import DomoEngine
import DomoLanguage
import DomoSystem
import Glibc
import ServiceLifecycle

/// Ends the process where the stop takes longer than it may: a file system may hang, or a library.
struct StopGuard: Service {
    /// The daemon's end came in time.
    private let ended = ThreadSemaphore()
    private let limit: Duration
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - limit: how long the stop may take.
    ///   - end: what is done then.
    init(limit: Duration = StopBudget.total, end: @escaping @Sendable () -> Void = Self.endProcess) {
        self.limit = limit
        self.end = end
    }

    /// It is to be the first service to hear of the stop.
    func run() async throws {
        try await gracefulShutdown()
        watch()
    }

    /// Counts from now on.
    func watch() {
        let last = MonotonicClock.now() + UInt64(limit.nanoseconds)
        // Without a thread for it systemd ends the daemon, a little later.
        WorkerThread(name: "domo-stop") { [ended, end] in
            if !ended.wait(until: last) { end() }
        }?.detach()
    }

    /// Nothing is left to watch.
    func dismiss() { ended.signal() }

    private static let message =
        "domod: stopping took longer than \(StopBudget.total.components.seconds) s; unsaved data is lost\n"

    private static let endProcess: @Sendable () -> Void = {
        if Descriptor.waitUntilWritable(STDERR_FILENO, atMost: 0) {
            LogDestination.write(Array(message.utf8), to: STDERR_FILENO)
        }
        _exit(ExitStatus.deadlinePassed.rawValue)
    }
}
