import DomoBridge
import DomoFleet
import DomoModel
import DomoNATS
import NIOCore
import ServiceLifecycle

/// A worker: carries reports from NATS to PostgreSQL, and answers what time it is.
final class StoreService: Service {
    private let nats: NATSConnection
    private let store: StoreThread
    private let log: Log

    init(
        _ settings: NATSSettings,
        on eventLoop: any EventLoop,
        store: StoreThread,
        log: Log,
        status: @escaping @Sendable (String) -> Void
    ) {
        (self.store, self.log) = (store, log)
        nats = NATSConnection(settings, on: eventLoop) { event in FleetLog.note(event, log, status) }
    }

    /// Runs until the program stops. What was pulled before is stored and acknowledged, or comes again later.
    func run() async throws {
        try store.start()
        // One worker answers each request.
        try nats.subscribe(FleetSubjects.time, queue: Permissions.consumer) { [nats, log] message in
            Self.answer(message, nats, log)
        }
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

    private static func answer(_ message: NATSMessage, _ nats: NATSConnection, _ log: Log) {
        guard let reply = message.reply, FleetSubjects.isForTime(reply) else { return }
        do throws(NATSFault) {
            try nats.publish(ByteBuffer(bytes: FleetTime.reply(Moment.now().time.milliseconds)), to: reply)
        } catch {
            log.warning("the time was not sent: \(error)")
        }
    }
}
