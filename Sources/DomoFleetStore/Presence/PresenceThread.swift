import DomoBridge
import DomoSystem
import Synchronization

/// The thread that writes to PostgreSQL which houses are connected. Of the workers with this database one has the lock, and
/// listens; if it ends or loses its connection, another one follows.
final class PresenceThread: Sendable {
    private struct State {
        var isListener = false
        var isStopping = false
        var hasEnded = false
        var end: CheckedContinuation<Void, Never>?
    }

    private static let second: UInt64 = 1_000_000_000
    private static let flushInterval = second / 2
    private static let confirmInterval = 5 * second
    /// Between two attempts to get the lock, in seconds.
    private static let pauses = 2.0..<5.0
    /// A listener that is not sure for so long lets another one try.
    private static let patience = 60 * second
    private static let longPauses = 10.0..<20.0

    private let state = Mutex(State())
    private let signal = ThreadSemaphore()
    private let settings: StoreSettings
    private let log: Log
    private let listener: PresenceListener

    init(_ settings: StoreSettings, _ listener: PresenceListener, log: Log) {
        (self.settings, self.listener, self.log) = (settings, listener, log)
    }

    func start() throws(ThreadFault) {
        try WorkerThread.start(name: "domo-presence") {
            self.work()
            let end = self.state.withLock { state in
                state.hasEnded = true
                return state.end.take()
            }
            end?.resume()
        }
    }

    func stop() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                state.isStopping = true
                if !state.hasEnded { state.end = continuation }
                return state.hasEnded
            }
            signal.signal()
            if hasEnded { continuation.resume() }
        }
    }

    /// Whether this worker has to listen.
    var isListener: Bool { state.withLock(\.isListener) }

    /// There may be something to write.
    func wake() { signal.signal() }

    // MARK: - On the thread

    private var isStopping: Bool { state.withLock(\.isStopping) }

    private func work() {
        var isReported = false
        while !isStopping {
            var pauses = Self.pauses
            do throws(StoreFault) {
                let connection = try StoreConnection(settings)
                defer { connection.close() }
                if let table = try PresenceTable(connection) {
                    listener.forget()
                    state.withLock { $0.isListener = true }
                    log.notice("listening to which houses are connected")
                    isReported = false
                    try keep(table)
                    pauses = Self.longPauses
                }
            } catch {
                // The worker's own connection has the same, and its log says so.
                if error.kind != .lost, error.kind != .schema, !isReported {
                    log.warning("can't write which houses are connected: \(error)")
                    isReported = true
                }
            }
            state.withLock { $0.isListener = false }
            wait(.seconds(.random(in: pauses)))
        }
    }

    /// Writes what there is, until it is not sure for long, or a write fails.
    private func keep(_ table: PresenceTable) throws(StoreFault) {
        var (lastSure, lastWrite) = (MonotonicClock.now(), UInt64(0))
        var isCertain = false
        while !isStopping {
            let now = MonotonicClock.now()
            if let update = listener.takeUpdate() {
                if update.isAll {
                    try table.replace(by: update.states)
                    log.notice("\(update.states.count { $0.value.isConnected }) houses are connected")
                } else if !update.states.isEmpty || now >= lastWrite + Self.confirmInterval {
                    try table.write(update.states)
                } else {
                    lastSure = now
                    _ = signal.wait(until: now + Self.flushInterval)
                    continue
                }
                (lastSure, lastWrite, isCertain) = (now, now, true)
            } else {
                if isCertain { log.warning("whether houses are connected is not certain now") }
                isCertain = false
                guard now < lastSure + Self.patience else { return }
            }
            _ = signal.wait(until: now + Self.flushInterval)
        }
    }

    private func wait(_ pause: Duration) {
        let end = MonotonicClock.now() + UInt64(StoreConnection.milliseconds(pause)) * 1_000_000
        while !isStopping, signal.wait(until: end) {}
    }
}
