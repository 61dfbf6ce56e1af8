import DomoBridge
import DomoFleet
import DomoModel
import DomoNATS
import NIOCore
import ServiceLifecycle
import Synchronization

/// A worker: carries reports from NATS to PostgreSQL, and answers what time it is.
final class StoreService: Service {
    private let nats: NATSConnection
    private let store: StoreThread
    private let log: Log
    private let clock: Mutex<WorkerClock>

    /// - Parameter clock: what is replied when houses ask for the time.
    init(
        _ settings: NATSSettings,
        on eventLoop: any EventLoop,
        store: StoreThread,
        clock: WorkerClock,
        log: Log,
        status: @escaping @Sendable (String) -> Void
    ) {
        (self.store, self.log) = (store, log)
        self.clock = Mutex(clock)
        nats = NATSConnection(settings, on: eventLoop) { event in FleetLog.note(event, log, status) }
    }

    /// Runs until the program stops. What was pulled before is stored and acknowledged, or comes again later.
    func run() async throws {
        try store.start()
        noteClock(.now())
        // One worker answers each request.
        try nats.subscribe(FleetSubjects.time, queue: Permissions.consumer) { self.answer($0) }
        nats.start()
        await withDiscardingTaskGroup { group in
            for stream in FleetStreams.names {
                let reader = StreamReader(stream: stream, nats: nats, store: store, log: log)
                group.addTask { await reader.run() }
            }
        }
        await nats.stop()
        await store.stop()
    }

    private func answer(_ message: NATSMessage) {
        guard let reply = message.reply, FleetSubjects.isForTime(reply) else { return }
        // In this order: if somebody sets the clock in between, it is known.
        let (time, kernel) = (Moment.now().time.milliseconds, KernelClock.now())
        noteClock(kernel)
        do throws(NATSFault) {
            let content = clock.withLock { $0.reply(at: time, kernel) }
            try nats.publish(ByteBuffer(bytes: content.json), to: reply)
        } catch {
            log.warning("the time was not sent: \(error)")
        }
    }

    private func noteClock(_ kernel: KernelClock) {
        guard let (text, isWarning) = clock.withLock({ $0.takeNote(kernel) }) else { return }
        if isWarning { log.warning(text) } else { log.notice(text) }
    }
}
