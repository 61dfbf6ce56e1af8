import DomoBridge
import DomoClient
import DomoLanguage
import DomoModel
import DomoNATS
import DomoSystem
import NIOCore
import ServiceLifecycle

/// Does what the hub of a house decides.
final class HouseService: Service {
    /// More than the limits of the hub and of the connections allow at the same time.
    private static let maxOccurrences = 20_000

    let house: HouseID
    let connector: DaemonConnector
    let path: String
    let log: Log
    let nats: NATSConnection
    let occurred: @Sendable (HouseOccurrence) -> Void
    private let saved: [UInt8]?
    private let attachment: DaemonAttachment
    private let renewal: HouseRenewal
    private let occurrences: AsyncStream<HouseOccurrence>

    /// - Parameters:
    ///   - path: the file of the outbox.
    ///   - saved: its content; nil if there is none.
    init(
        _ house: HouseID,
        settings: NATSSettings,
        renewal: HouseRenewal,
        connector: DaemonConnector,
        path: String,
        saved: [UInt8]?,
        log: Log,
        status: @escaping @Sendable (String) -> Void
    ) {
        let (occurrences, continuation) = AsyncStream.makeStream(
            of: HouseOccurrence.self,
            bufferingPolicy: .bufferingOldest(Self.maxOccurrences)
        )
        let occurred: @Sendable (HouseOccurrence) -> Void = { continuation.yield($0) }
        (self.house, self.connector, self.path, self.saved, self.log) = (house, connector, path, saved, log)
        (self.occurrences, self.occurred, self.renewal) = (occurrences, occurred, renewal)
        attachment = DaemonAttachment(connector, log: log, occurred: occurred)
        nats = NATSConnection(settings, on: connector.eventLoop) { event in
            FleetLog.note(event, log, status)
            switch event {
            case .connected:
                occurred(.connected)
                renewal.noteConnected()
            case .disconnected, .refused: occurred(.disconnected)
            case .lameDuck, .warning: break
            }
        }
    }

    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskCancellationHandler {
                await runAll()
            } onCancel: {
                self.occurred(.stop)
            }
        } onGracefulShutdown: {
            self.occurred(.stop)
        }
    }

    private func runAll() async {
        do throws(NATSFault) {
            let rotation = FleetSubjects.rotation(of: house)
            try nats.subscribe(FleetSubjects.requests(to: house)) { [occurred, renewal] message in
                guard message.subject != rotation else { return renewal.rotate(message) }
                occurred(.message(message))
            }
        } catch {
            log.warning("\(error)")
        }
        await withTaskExecutorPreference(EventLoopTasks(connector.eventLoop)) {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.attachment.run() }
                // It writes files.
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    await self.renewal.run(self.nats, on: self.connector.eventLoop)
                }
                nats.start()
                await decide(&group)
                group.cancelAll()
                await nats.stop()
            }
        }
    }

    // MARK: The task that decides

    private func decide(_ group: inout DiscardingTaskGroup) async {
        var hub = HouseHub(house, file: saved, seed: .random(in: 0...UInt64.max), now: .now())
        var performer = EffectPerformer(self)
        var timer: Scheduled<Void>?
        for await occurrence in occurrences {
            if case .stop = occurrence { break }
            apply(occurrence, to: &hub, &performer)
            for effect in hub.takeEffects() { performer.perform(effect, &group) }
            timer?.cancel()
            timer = hub.nextMoment.map { moment in
                let left = max(moment - Moment.now().sinceBoot, .zero)
                return connector.eventLoop.scheduleTask(in: .milliseconds(left.wholeMilliseconds + 1)) { [occurred] in
                    occurred(.moment)
                }
            }
        }
        timer?.cancel()
        performer.close()
    }

    private func apply(_ occurrence: HouseOccurrence, to hub: inout HouseHub, _ performer: inout EffectPerformer) {
        let now = Moment.now()
        // In this order: if somebody sets the clock in between, it is known.
        hub.use(.now())
        switch occurrence {
        case .connected: hub.noteConnected(now: now)
        case .disconnected: hub.noteDisconnected(now: now)
        case .message(let message):
            hub.handle(subject: message.subject, message.payload.bytes, replyTo: message.reply, now: now)
        case .acknowledged(let number): hub.noteAcknowledged(number, now: now)
        case .refused(let number, let reason): hub.noteRefused(number, reason, now: now)
        case .time(let time, let number): hub.useTime(time, number: number, now: now)
        case .attached(let connection):
            performer.use(connection)
            hub.noteAttached(now: now)
        case .detached:
            performer.use(nil)
            hub.noteDetached(now: now)
        case .event(let line):
            attachment.noteHandled()
            hub.handle(event: line.bytes, now: now)
        case .reply(let line, let question): hub.use(line.bytes, to: question, now: now)
        case .saved: hub.noteSaved(now: now)
        case .notSaved(let reason): hub.noteNotSaved(reason, now: now)
        case .open(let session, let connection):
            performer.use(connection, for: session)
            hub.noteOpen(session, now: now)
        case .notOpen(let session, let fault): hub.noteNotOpen(session, fault)
        case .lost(let session):
            performer.use(nil, for: session)
            hub.noteLost(session)
        case .leaseLost(let lease):
            performer.forget(lease)
            hub.noteLost(lease)
        case .orderReply(let line, let order, let session): hub.noteReply(line.bytes, to: order, on: session, now: now)
        case .moment: hub.advance(to: now)
        case .stop: break
        }
    }
}

extension ByteBuffer {
    var bytes: [UInt8] { Array(readableBytesView) }
}
