import DomoModel
import DomoSystem
import Logging
import ServiceLifecycle
import Synchronization

/// Reports to the service manager how the daemon is: that it is alive, as long as each of its parts answers, and its
/// status where that has changed. A part that has not answered for a quarter of the manager's patience has the reports
/// held back until it does.
final class Watchdog: Service {
    /// Something that has to answer.
    struct Part: Sendable {
        /// For people.
        let name: String
        /// Calls back once the part has come to it, from any thread.
        let ask: @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void
    }

    private struct State {
        /// The parts that have not answered.
        var awaited: Set<String> = []
        /// What was logged of them.
        var reported: Set<String> = []
        var status: String?
    }

    /// How often the status is looked at where the manager does not watch.
    private static let usualInterval: Duration = .seconds(10)

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
        // Nobody would hear it.
        guard manager.address != nil else { return try await gracefulShutdown() }
        let interval = manager.watchdog.map { $0 / 4 } ?? Self.usualInterval
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                let isWell = tick()
                // A runtime that hangs would have this wait too: what is late is told by then.
                if isWell { await tellStatus() }
                do {
                    try await Task.sleep(for: interval, tolerance: interval / 8)
                } catch {
                    return
                }
            }
        }
    }

    /// - Returns: whether all parts have answered what they were asked before.
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

    private func tellStatus() async {
        let text = await status()
        let isNew = state.withLock { state in
            defer { state.status = text }
            return state.status != text
        }
        if isNew { notify(.status(text)) }
    }
}
