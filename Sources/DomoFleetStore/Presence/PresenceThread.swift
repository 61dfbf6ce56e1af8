import DomoBridge
import DomoSystem
import Synchronization

/// The thread that writes to PostgreSQL which houses are connected. Of the workers with this database one has the lock, and
/// listens; if it ends or loses its connection, another one follows.
final class PresenceThread: Sendable {
    private static let second: UInt64 = 1_000_000_000
    private static let flushInterval = second / 2
    private static let confirmInterval = 5 * second
    /// Between two attempts to get the lock, in seconds.
    private static let pauses = 2.0..<5.0
    /// A listener that is not sure for so long lets another one try.
    private static let patience = 60 * second
    private static let longPauses = 10.0..<20.0

    private let thread = DatabaseThread()
    private let isListening = Atomic(false)
    private let settings: StoreSettings
    private let log: Log
    private let listener: PresenceListener

    init(_ settings: StoreSettings, _ listener: PresenceListener, log: Log) {
        (self.settings, self.listener, self.log) = (settings, listener, log)
    }

    func start() throws(ThreadFault) { try thread.start(name: "domo-presence") { self.work() } }

    func stop() async { await thread.stop() }

    /// Whether this worker has to listen.
    var isListener: Bool { isListening.load(ordering: .acquiring) }

    /// There may be something to write.
    func wake() { thread.wake() }

    // MARK: - On the thread

    private func work() {
        var isReported = false
        while !thread.isStopping {
            var pauses = Self.pauses
            do throws(StoreFault) {
                let connection = try StoreConnection(settings)
                defer { connection.close() }
                if let table = try PresenceTable(connection) {
                    listener.forget()
                    isListening.store(true, ordering: .releasing)
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
            isListening.store(false, ordering: .releasing)
            thread.pause(.seconds(.random(in: pauses)))
        }
    }

    /// Writes what there is, until it is not sure for long, or a write fails.
    private func keep(_ table: PresenceTable) throws(StoreFault) {
        var (lastSure, lastWrite) = (MonotonicClock.now(), UInt64(0))
        var isCertain = false
        while !thread.isStopping {
            let now = MonotonicClock.now()
            if let update = listener.takeUpdate() {
                if update.isAll {
                    try table.replace(by: update.states)
                    log.notice("\(update.states.count { $0.value.isConnected }) houses are connected")
                } else if !update.states.isEmpty || now >= lastWrite + Self.confirmInterval {
                    try table.write(update.states)
                } else {
                    lastSure = now
                    thread.wait(until: now + Self.flushInterval)
                    continue
                }
                (lastSure, lastWrite, isCertain) = (now, now, true)
            } else {
                if isCertain { log.warning("whether houses are connected is not certain now") }
                isCertain = false
                guard now < lastSure + Self.patience else { return }
            }
            thread.wait(until: now + Self.flushInterval)
        }
    }
}
