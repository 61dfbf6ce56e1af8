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
        nats = NATSConnection(settings, on: eventLoop) { event in Self.handle(event, log, status) }
    }

    private static func handle(_ event: NATSEvent, _ log: Log, _ status: @Sendable (String) -> Void) {
        switch event {
        case .connected(let version, let name):
            log.notice("connected to the fleet: server \(name), version \(version)")
            status("connected to the fleet")
        case .disconnected(let reason, _):
            log.warning("not connected to the fleet: \(reason)")
            status("not connected to the fleet")
        case .refused(let reason, _):
            log.warning("refused by the fleet: \(reason)")
            status("refused by the fleet: \(reason)")
        case .lameDuck(let name): log.notice("the server \(name) is about to stop")
        case .warning(let text): log.warning(text)
        }
    }

    /// Runs until the program stops. What was pulled before is stored and acknowledged, or comes again later.
    func run() async throws {
        try store.start()
        // One worker answers each house.
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
        guard let reply = message.reply, FleetSubjects.isInbox(reply) else { return }
        do throws(NATSFault) {
            try nats.publish(ByteBuffer(bytes: FleetTime.reply(Moment.now().time.milliseconds)), to: reply)
        } catch {
            log.warning("a house did not get the time: \(error)")
        }
    }
}
