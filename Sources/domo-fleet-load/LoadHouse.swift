import DomoFleet
import DomoLanguage
import DomoModel
import DomoNATS
import NIOCore

/// A simulated house: the hub and the connection of `domo-fleet`, and a domod that only answers. All of it is on an
/// event loop; there is no thread for each house.
final class LoadHouse {
    /// What all houses of the program share.
    struct Shared: Sendable {
        let ledger: Ledger
        let counters: Counters
        /// The folder of the files of the outboxes.
        let state: String
    }

    private static let publishTime: TimeAmount = .seconds(11)
    private static let timeTime: TimeAmount = .seconds(2)
    private static let status = LoadHouse.reply(
        .status(
            StatusView(
                version: domoBuild,
                since: Timestamp(milliseconds: 0),
                loaded: Timestamp(milliseconds: 0),
                houses: [],
                servers: [],
                accepted: 0,
                failed: 0,
                warnings: []
            )
        )
    )
    private static let watching = LoadHouse.reply(.watching(Watched()))
    private static let event = Array(#"{"event":{"kind":"memory"}}"#.utf8)

    let house: HouseID
    private let loop: any EventLoop
    private let shared: Shared
    private var history: LoadHistory
    private var hub: HouseHub
    private var nats: NATSConnection?
    private var isConnected = false
    private var timer: Scheduled<Void>?
    /// When the pending report was published first.
    private var firstSent: Int64?

    /// `load000017`
    static func name(_ number: Int) -> String {
        let digits = String(number)
        return "load" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    init(_ house: HouseID, history: LoadHistory, saved: [UInt8]?, shared: Shared, on loop: any EventLoop) {
        (self.house, self.history, self.shared, self.loop) = (house, history, shared, loop)
        hub = HouseHub(house, file: saved, seed: .random(in: 0...UInt64.max), now: .now())
    }

    func start(_ settings: NATSSettings) {
        let me = NIOLoopBound(self, eventLoop: loop)
        let connection = NATSConnection(settings, on: loop) { me.value.handle($0) }
        nats = connection
        do throws(NATSFault) {
            try connection.subscribe(FleetSubjects.requests(to: house)) { message in
                me.value.hub.handle(
                    subject: message.subject,
                    Array(message.payload.readableBytesView),
                    replyTo: message.reply,
                    now: .now()
                )
                me.value.perform()
            }
        } catch {
            log("\(error)")
        }
        hub.noteAttached(now: .now())
        perform()
        connection.start()
    }

    /// Nothing is written to the history any more.
    ///
    /// - Returns: the number of records in it.
    func end(at time: Int64) -> UInt64 {
        history.end = history.end ?? time
        return history.count(at: time)
    }

    private func log(_ text: String) { shared.ledger.write("log \(house) \(text)") }

    private func handle(_ event: NATSEvent) {
        switch event {
        case .connected:
            isConnected = true
            shared.counters.change {
                $0.connects += 1
                $0.connected += 1
            }
            hub.noteConnected(now: .now())
        case .disconnected(let reason, _), .refused(let reason, _):
            shared.counters.change {
                if isConnected { $0.connected -= 1 } else { $0.failures += 1 }
                if reason.contains("no room") { $0.throttled += 1 }
            }
            isConnected = false
            hub.noteDisconnected(now: .now())
        case .lameDuck: break
        case .warning(let text): log(text)
        }
        perform()
    }

    // MARK: Effects

    private func perform() {
        var effects = hub.takeEffects()
        while !effects.isEmpty {
            for effect in effects { perform(effect) }
            effects = hub.takeEffects()
        }
        schedule()
    }

    private func schedule() {
        timer?.cancel()
        let now = Moment.now()
        let time = now.time.milliseconds
        let record = history.next(after: time).map { $0 - time }
        let step = hub.nextMoment.map { moment in
            let (seconds, part) = (moment - now.sinceBoot).components
            return seconds * 1000 + part / 1_000_000_000_000_000
        }
        guard let wait = [record, step].compactMap(\.self).min() else { return }
        let me = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(in: .milliseconds(max(wait, 0) + 1)) {
            let now = Moment.now()
            if let record, record <= wait { me.value.hub.handle(event: Self.event, now: now) }
            me.value.hub.advance(to: now)
            me.value.perform()
        }
    }

    private func perform(_ effect: HouseEffect) {
        let me = NIOLoopBound(self, eventLoop: loop)
        switch effect {
        case .ask(.watch): hub.use(Self.watching, to: .watch, now: .now())
        case .ask(.status): hub.use(Self.status, to: .status, now: .now())
        case .ask(.records(let cursor)):
            let now = Moment.now()
            hub.use(history.page(after: cursor, now: now.time.milliseconds), to: .records(cursor: cursor), now: now)
        case .save(let bytes):
            shared.ledger.replace("\(shared.state)/\(house)", with: bytes) { [loop] in
                loop.execute {
                    me.value.hub.noteSaved(now: .now())
                    me.value.perform()
                }
            }
        case .publish(let subject, let report, let number): publish(report, to: subject, number)
        case .reply(let answer):
            do throws(NATSFault) {
                try nats?.publish(ByteBuffer(bytes: answer.payload), to: answer.subject)
            } catch {
                log("a reply was not sent: \(error)")
            }
        case .askTime(let number): askTime(number)
        case .open(let session, _, _): hub.noteOpen(session, now: .now())
        case .write(let line, let session, let order):
            let reply = LoadOrders.carryOut(line, in: house, at: .now(), shared)
            hub.noteReply(reply, to: order, on: session, now: .now())
        // Nobody watches it.
        case .close, .watch, .report, .endLease: break
        case .log(let text): log(text)
        }
    }

    private func publish(_ report: [UInt8], to subject: String, _ number: UInt64) {
        guard let nats else { return }
        if firstSent == nil { firstSent = Moment.now().time.milliseconds }
        let me = NIOLoopBound(self, eventLoop: loop)
        let result = loop.makeFutureWithTask {
            try await JetStream(nats).publish(ByteBuffer(bytes: report), to: subject, atMost: Self.publishTime)
        }
        result.whenComplete { result in
            switch result {
            case .success(let ack): me.value.noteAcknowledged(report, ack, number)
            case .failure(let error): me.value.hub.noteRefused(number, "\(error)", now: .now())
            }
            me.value.perform()
        }
    }

    private func noteAcknowledged(_ bytes: [UInt8], _ ack: PublishAck, _ number: UInt64) {
        let now = Moment.now()
        guard hub.noteAcknowledged(number, now: now) else { return }
        let time = now.time.milliseconds
        do throws(ReportFault) {
            let report = try Report(json: bytes)
            let waited = time - (firstSent ?? time)
            shared.ledger.write("ack \(house) \(report.from) \(report.to) \(time) \(waited) \(ack.stream)")
            shared.counters.change {
                $0.reports += 1
                $0.records += report.records.count
            }
        } catch {
            log("\(error)")
        }
        firstSent = nil
    }

    private func askTime(_ number: UInt64) {
        guard let nats else { return }
        let me = NIOLoopBound(self, eventLoop: loop)
        let result = loop.makeFutureWithTask {
            try await nats.request(ByteBuffer(), to: FleetSubjects.time, atMost: Self.timeTime)
        }
        result.whenComplete { result in
            var time: FleetTime?
            if case .success(let message) = result {
                time = FleetTime(json: Array(message.payload.readableBytesView))
            }
            me.value.hub.useTime(time, number: number, now: .now())
            me.value.perform()
        }
    }

    static func reply(_ reply: Reply) -> [UInt8] {
        var json = JSONWriter()
        reply.write(to: &json)
        return json.bytes
    }
}
