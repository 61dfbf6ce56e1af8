import DomoModel
import DomoSystem
import Logging
import ServiceLifecycle
import Synchronization

/// Sends heartbeats to the service manager as long as each part of the daemon responds, and the status when it changes.
/// While a part has not responded for a quarter of the watchdog timeout, no heartbeat is sent.
final class Watchdog: Service {
    /// A part of the daemon that has to respond.
    struct Part: Sendable {
        /// The name for people.
        let name: String
        /// Asks the part to call back, from any thread.
        let ask: @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void
    }

    private struct State {
        /// The parts that have not responded.
        var awaited: Set<String> = []
        /// The parts that were logged as not responding.
        var reported: Set<String> = []
        var status: String?
    }

    /// How often the status is checked if the service manager has no watchdog.
    private static let defaultInterval: Duration = .seconds(10)

    private let parts: [Part]
    private let manager: ServiceManager
    private let notify: @Sendable (ServiceNotice) -> Void
    private let status: @Sendable () async -> String
    private let log: Logger
    private let state = Mutex(State())

    init(
        parts: [Part],
        manager: ServiceManager,
        notify: @escaping @Sendable (ServiceNotice) -> Void,
        status: @escaping @Sendable () async -> String,
        log: Logger
    ) {
        self.parts = parts
        self.manager = manager
        self.notify = notify
        self.status = status
        self.log = log
    }

    func run() async throws {
        // There is nobody to notify.
        guard manager.address != nil else { return try await gracefulShutdown() }
        let interval = manager.watchdog.map { $0 / 4 } ?? Self.defaultInterval
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                let isWell = tick()
                // A runtime that hangs would block this too; by then the part has been logged.
                if isWell { await sendStatus() }
                do {
                    try await Task.sleep(for: interval, tolerance: interval / 8)
                } catch {
                    return
                }
            }
        }
    }

    /// - Returns: whether all parts have responded since the previous tick.
    @discardableResult
    func tick() -> Bool {
        let (late, isOver) = state.withLock { state in
            let news = state.awaited.subtracting(state.reported)
            let isOver = state.awaited.isEmpty && !state.reported.isEmpty
            state.reported = state.awaited
            return (state.awaited.isEmpty ? nil : news, isOver)
        }
        guard let late else {
            if isOver { log.notice("all parts of the daemon respond again") }
            if manager.watchdog != nil { notify(.alive) }
            askAll()
            return true
        }
        for name in late.sorted() { log.error("\(name) does not respond; systemd restarts domod if that goes on") }
        return false
    }

    private func askAll() {
        state.withLock { $0.awaited = Set(parts.map(\.name)) }
        for part in parts {
            part.ask { [self] in _ = state.withLock { $0.awaited.remove(part.name) } }
        }
    }

    private func sendStatus() async {
        let text = await status()
        let isNew = state.withLock { state in
            defer { state.status = text }
            return state.status != text
        }
        if isNew { notify(.status(text)) }
    }
}
