import DomoBridge
import DomoFleet
import DomoModel
import DomoNATS
import NIOCore
import ServiceLifecycle
import Synchronization

/// A worker: carries reports from NATS to PostgreSQL, answers what time it is, and notes which houses are connected.
final class StoreService: Service {
    private let nats: NATSConnection
    private let store: StoreThread
    private let log: Log
    private let clock: Mutex<WorkerClock>
    /// Nil with credentials that don't say who the houses are.
    private let presence: (listener: PresenceListener, thread: PresenceThread)?

    /// - Parameters:
    ///   - database: where is written which houses are connected.
    ///   - clock: what is replied when houses ask for the time.
    init(
        _ settings: NATSSettings,
        _ credentials: UserCredentials,
        on eventLoop: any EventLoop,
        store: StoreThread,
        _ database: StoreSettings,
        clock: WorkerClock,
        log: Log,
        status: @escaping @Sendable (String) -> Void
    ) {
        (self.store, self.log) = (store, log)
        self.clock = Mutex(clock)
        let ends = EndCount()
        let nats = NATSConnection(settings, on: eventLoop) { event in
            FleetLog.note(event, log, status)
            switch event {
            case .disconnected, .refused: ends.add()
            case .connected, .lameDuck, .warning: break
            }
        }
        self.nats = nats
        presence = credentials.houses.map { houses in
            let inbox = Permissions.storeInbox(credentials.name)
            let listener = PresenceListener(
                nats,
                ends,
                houses: houses,
                inbox: inbox,
                // Credentials of earlier versions don't say it.
                mayClose: credentials.jwt?.mayPublish(to: FleetSubjects.closing(on: "*")) ?? true,
                log: log
            )
            return (listener, PresenceThread(database, listener, log: log))
        }
    }

    /// Runs until the program stops. What was pulled before is stored and acknowledged, or comes again later.
    func run() async throws {
        try store.start()
        try presence?.thread.start()
        noteClock(.now())
        // One worker answers each request.
        try nats.subscribe(FleetSubjects.time, queue: Permissions.consumer) { self.answer($0) }
        nats.start()
        await withDiscardingTaskGroup { group in
            for stream in FleetStreams.names {
                let reader = StreamReader(stream: stream, nats: nats, store: store, log: log)
                group.addTask { await reader.run() }
            }
            if let (listener, thread) = presence { group.addTask { await listener.run(thread) } }
        }
        await nats.stop()
        await presence?.thread.stop()
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
