import DomoSystem
import Glibc
import Synchronization

/// Stops the running programs and removes the folder of the run when the bench itself is terminated.
final class Interruption: Sendable {
    private struct Leftovers: Sendable {
        var processes: Set<pid_t> = []
        var folder: String?
    }

    static let shared = Interruption()

    private let leftovers = Mutex(Leftovers())

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        return signals
    }

    /// Starts a thread that handles the signals. Must be called before any other thread exists.
    func watch() throws(BenchFault) {
        var signals = Self.signals
        sigprocmask(SIG_BLOCK, &signals, nil)
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, { _ in Interruption.shared.waitAndEnd() }, nil)
        guard status == 0 else { throw BenchFault("can't start a thread: \(String(cString: strerror(status)))") }
        pthread_detach(thread)
    }

    func began(_ process: pid_t) { leftovers.withLock { _ = $0.processes.insert(process) } }

    func ended(_ process: pid_t) { leftovers.withLock { _ = $0.processes.remove(process) } }

    func uses(folder: String?) { leftovers.withLock { $0.folder = folder } }

    private func waitAndEnd() -> Never {
        var signals = Self.signals
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        // Keep the lock, so that nothing else is started.
        leftovers.withLock { leftovers -> Never in
            for process in leftovers.processes { kill(process, SIGKILL) }
            do {
                if let folder = leftovers.folder { try TextFile.remove(folder) }
            } catch {
                StandardStream.error.writeLine("\(error)")
            }
            _exit(128 + signal)
        }
    }
}
