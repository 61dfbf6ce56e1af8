import DomoBridge
import DomoSystem
import Synchronization

/// The thread that writes to PostgreSQL: libpq blocks.
///
/// Each reader has at most one batch here, so that nothing is unbounded. While PostgreSQL is away it takes nothing.
final class StoreThread: Sendable {
    private struct Part {
        var deliveries: [Delivery]
        var isStored: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var parts: [Part] = []
        var isReady = false
    }

    /// A transaction has at most so many reports, if not a single part has more.
    private static let maxReports = 2000

    private let state = Mutex(State())
    private let thread = DatabaseThread()
    private let settings: StoreSettings
    private let retention: ReportRetention
    private let allowance: HouseAllowance
    private let log: Log

    init(
        _ settings: StoreSettings,
        _ retention: ReportRetention,
        _ allowance: HouseAllowance = .standard,
        log: Log
    ) {
        (self.settings, self.retention, self.allowance, self.log) = (settings, retention, allowance, log)
    }

    func start() throws(ThreadFault) { try thread.start(name: "domo-store") { self.work() } }

    /// Ends the thread after what it has begun.
    func stop() async { await thread.stop() }

    /// Whether reports are stored now.
    var isReady: Bool { state.withLock { $0.isReady } }

    /// Stores deliveries.
    /// - Returns: true after the COMMIT. If false, they may be stored, or not.
    func write(_ deliveries: [Delivery]) async -> Bool {
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                if state.isReady { state.parts.append(Part(deliveries: deliveries, isStored: continuation)) }
                return state.isReady
            }
            if isTaken { thread.wake() } else { continuation.resume(returning: false) }
        }
    }

    // MARK: - On the thread

    private func work() {
        var session = StoreSession(settings, retention, allowance, log)
        while true {
            if session.open() {
                state.withLock { $0.isReady = true }
                session.keepHouse()
                let parts = takeParts()
                if !parts.isEmpty {
                    write(parts, &session)
                } else if thread.isStopping {
                    break
                } else {
                    thread.wait(until: session.nextHousekeeping)
                }
            }
            guard let pause = session.pause else { continue }
            refuseAll()
            thread.pause(pause)
            if thread.isStopping { break }
        }
        refuseAll()
        session.close()
    }

    private func write(_ parts: [Part], _ session: inout StoreSession) {
        let isStored = session.write(parts.flatMap(\.deliveries))
        // Nobody may bring more before the readers know.
        if !isStored { state.withLock { $0.isReady = false } }
        for part in parts { part.isStored.resume(returning: isStored) }
    }

    private func takeParts() -> [Part] {
        state.withLock { state in
            var count = 0
            let end =
                state.parts.firstIndex { part in
                    count += part.deliveries.count
                    return count > Self.maxReports
                } ?? state.parts.count
            let parts = Array(state.parts.prefix(max(end, 1)))
            state.parts.removeFirst(parts.count)
            return parts
        }
    }

    private func refuseAll() {
        let parts = state.withLock { state in
            defer { state.parts = [] }
            state.isReady = false
            return state.parts
        }
        for part in parts { part.isStored.resume(returning: false) }
    }
}
