import DomoLanguage
import DomoModel
import DomoNATS
import NIOCore

/// The calls of a program to houses, on its event loop.
final class CallerCore {
    /// How long an attempt usually waits for a reply before the request is sent again.
    static let attemptTime: TimeAmount = .seconds(20)
    /// How long a call waits for the first connection, or for the time of the fleet.
    private static let patience: TimeAmount = .seconds(10)
    private static let timeTime: TimeAmount = .seconds(2)
    private static let maxCalls = 16384
    /// Of all long replies that arrive at the same time.
    private static let maxPartBytes = 64 << 20

    let asker: String
    let eventLoop: any EventLoop
    private let attemptTime: TimeAmount
    private(set) var nats: NATSConnection?
    private var clock = ClockOffset()
    /// Calls that wait for the time of the fleet, in their order.
    private var waiting: [FleetCall] = []
    /// What waits for the first connection.
    private var starts: [Start] = []
    private var calls = 0
    private var partBytes = 0
    /// By the subjects of their events.
    private var leases: [String: WatchLease] = [:]
    private var isAskingTime = false
    private var timeCheck: Scheduled<Void>?
    private var hasStopped = false
    /// Until the first connection, calls wait for it.
    private var hasConnected = false
    /// Why there is no connection, for people.
    private var problem = "the connection has not been started"

    private final class Start {
        let body: (Fault?) -> Void

        init(_ body: @escaping (Fault?) -> Void) { self.body = body }
    }

    init(asker: String, on eventLoop: any EventLoop, attemptTime: TimeAmount) {
        (self.asker, self.eventLoop, self.attemptTime) = (asker, eventLoop, attemptTime)
    }

    func use(_ nats: NATSConnection) { self.nats = nats }

    func note(_ event: NATSEvent) {
        switch event {
        case .connected:
            hasConnected = true
            askTime()
            runStarts(nil)
        case .disconnected(let reason, _):
            problem = reason
            endLeases(reason)
        case .refused(let reason, _):
            problem = reason
            endLeases(reason)
            runStarts(notConnected)
            endWaiting(notConnected)
        case .lameDuck, .warning: break
        }
    }

    func stop() {
        hasStopped = true
        nats = nil
        timeCheck?.cancel()
        problem = "this program stops"
        runStarts(notConnected)
        endWaiting(notConnected)
        endLeases(problem)
    }

    /// Calls the body when there is a connection, or none can be had: it waits for the first one only.
    func whenConnected(_ body: @escaping (Fault?) -> Void) {
        guard let nats, nats.isConnected || !hasConnected else { return body(notConnected) }
        guard !nats.isConnected else { return body(nil) }
        let start = Start(body)
        starts.append(start)
        eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
            guard self.starts.contains(where: { $0 === start }) else { return }
            self.starts.removeAll { $0 === start }
            body(self.notConnected)
        }
    }

    private func runStarts(_ fault: Fault?) {
        let starts = starts
        self.starts = []
        for start in starts { start.body(fault) }
    }

    private func endWaiting(_ fault: Fault) {
        let waiting = waiting
        self.waiting = []
        for call in waiting { end(call, .failure(fault)) }
    }

    // MARK: The time

    /// Nil if it is unknown.
    private var fleetTime: Int64? {
        let now = Moment.now()
        clock.use(.now())
        return clock.fleetTime(at: now)
    }

    /// When a call is sent, by the clock of the fleet; nil if an order can't have a deadline. Questions need none.
    private func time(for call: FleetCall) -> Int64? {
        fleetTime ?? (call.isOrder ? nil : Moment.now().time.milliseconds)
    }

    private func askTime() {
        guard let nats, nats.isConnected, !isAskingTime else { return }
        timeCheck?.cancel()
        isAskingTime = true
        let sent = Moment.now()
        nats.startRequest(
            ByteBuffer(),
            to: FleetSubjects.time,
            inbox: FleetSubjects.time(for: asker),
            atMost: Self.timeTime
        )
        .assumeIsolated().whenComplete { self.useTime($0, sent: sent) }
    }

    private func useTime(_ result: Result<NATSMessage, any Error>, sent: Moment) {
        isAskingTime = false
        if case .success(let message) = result, let reply = FleetTime(json: message.payload.bytes) {
            clock.add(sent: sent, received: .now(), reply)
        }
        let isKnown = fleetTime != nil
        let (usual, unknown) = HouseHub.timeChecks
        let pause = isKnown ? usual : waiting.isEmpty ? unknown : .seconds(1)
        if !hasStopped {
            timeCheck = eventLoop.assumeIsolated()
                .scheduleTask(in: .milliseconds(pause.wholeMilliseconds)) { self.askTime() }
        }
        guard isKnown else { return }
        let waiting = waiting
        self.waiting = []
        for call in waiting { send(call) }
    }

    // MARK: A call

    func begin(_ call: FleetCall) {
        calls += 1
        guard calls <= Self.maxCalls else {
            return end(call, .failure(Self.busy("\(Self.maxCalls) requests to houses wait")))
        }
        whenConnected { fault in
            if let fault { return self.end(call, .failure(fault)) }
            guard self.waiting.isEmpty, self.time(for: call) != nil else { return self.wait(call) }
            self.send(call)
        }
    }

    private func wait(_ call: FleetCall) {
        waiting.append(call)
        askTime()
        eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
            guard self.waiting.contains(where: { $0 === call }) else { return }
            self.waiting.removeAll { $0 === call }
            // A question may only have waited behind an order.
            guard self.nats?.isConnected == true else { return self.end(call, .failure(self.notConnected)) }
            self.send(call)
        }
    }

    private func send(_ call: FleetCall) {
        guard let now = time(for: call) else { return end(call, .failure(Self.noTime)) }
        call.noteSent(at: now)
        attempt(call)
    }

    private func attempt(_ call: FleetCall) {
        guard !call.isEnded, let nats, let payload = call.payload else {
            return end(call, .failure(notConnected))
        }
        call.attempts += 1
        nats.startRequest(
            payload,
            to: FleetSubjects.to(call.house, call.isOrder ? .order : .question),
            inbox: FleetSubjects.replies(of: call.house, asker: asker),
            atMost: attemptTime
        )
        .assumeIsolated().whenComplete { self.handle($0, of: call) }
    }

    private func handle(_ result: Result<NATSMessage, any Error>, of call: FleetCall) {
        do {
            let message = try result.get()
            guard let part = message.headers[ReplyPart.header].flatMap({ ReplyPart($0) }), part.count > 1 else {
                return end(call, Self.checked(message.payload, from: call.house))
            }
            guard let parts = RepliedParts(message.payload, part) else {
                return end(call, .failure(Self.unreadable(call.house)))
            }
            gather(parts, of: call)
        } catch let fault as NATSFault {
            handle(fault, of: call)
        } catch {
            end(call, .failure(Fault(.unreachable, "\(error)")))
        }
    }

    private func handle(_ fault: NATSFault, of call: FleetCall) {
        // Nothing was sent if the first attempt failed in this way; later, the house or the connection may come back.
        let isFirst = call.attempts == 1
        switch fault {
        case .noResponders where isFirst: end(call, .failure(Self.away(call.house)))
        case .notConnected where isFirst: end(call, .failure(notConnected))
        case .overloaded where isFirst: end(call, .failure(Self.busy("\(fault)")))
        case .payloadTooLarge, .invalid: end(call, .failure(Fault(.badRequest, "\(fault)")))
        case .timedOut: retry(call, in: .zero)
        case .noResponders, .notConnected, .overloaded, .disconnected, .cancelled: retry(call, in: .seconds(1))
        }
    }

    // MARK: Long replies

    /// Fetches the parts one after the other, so that no more arrive than are read.
    private func gather(_ parts: RepliedParts, of call: FleetCall) {
        let bytes = parts.count * LongReplies.partBytes
        guard partBytes + bytes <= Self.maxPartBytes else {
            return end(call, .failure(Self.busy("too many long replies arrive")))
        }
        partBytes += bytes
        fetch(parts, of: call) { result in
            self.partBytes -= bytes
            self.end(call, result)
        }
    }

    private func fetch(_ parts: RepliedParts, of call: FleetCall, done: @escaping (Result<ByteBuffer, Fault>) -> Void) {
        guard let next = parts.next else { return done(Self.checked(parts.bytes, from: call.house)) }
        guard let nats, !call.isEnded else { return done(.failure(notConnected)) }
        nats.startRequest(
            ByteBuffer(bytes: FleetPart(key: call.key, token: call.token, part: next).json),
            to: FleetSubjects.to(call.house, .part),
            inbox: FleetSubjects.replies(of: call.house, asker: asker),
            atMost: attemptTime
        )
        .assumeIsolated().whenComplete { result in
            var parts = parts
            guard case .success(let message) = result,
                parts.add(message.payload, message.headers[ReplyPart.header].flatMap { ReplyPart($0) })
            else {
                let what = "part \(next) of \(parts.count) of a long reply of the house \(call.house) was lost"
                return done(.failure(Fault(.unreachable, what, hint: "ask again")))
            }
            self.fetch(parts, of: call, done: done)
        }
    }

    private func retry(_ call: FleetCall, in pause: TimeAmount) {
        guard let end = call.end, .now() + pause < end else {
            return self.end(call, .failure(Self.noReply(to: call)))
        }
        guard !call.isEnded else { return self.end(call, .failure(notConnected)) }
        eventLoop.assumeIsolated().scheduleTask(in: pause) { self.attempt(call) }
    }

    private func end(_ call: FleetCall, _ result: Result<ByteBuffer, Fault>) {
        calls -= 1
        call.complete(result)
    }

    /// A house may send anything: a line feed would begin another line for whoever reads the reply.
    static func checked(_ reply: ByteBuffer, from house: HouseID) -> Result<ByteBuffer, Fault> {
        let bytes = reply.readableBytesView
        let isReply = bytes.starts(with: #"{"ok":"#.utf8) || bytes.starts(with: #"{"error":"#.utf8)
        return isReply && !bytes.contains(UInt8(ascii: "\n")) ? .success(reply) : .failure(unreadable(house))
    }

    // MARK: Events

    func add(_ lease: WatchLease) { leases[lease.subject] = lease }
    func remove(_ lease: WatchLease) { leases[lease.subject] = nil }

    func handle(events message: NATSMessage) { leases[message.subject]?.handle(message) }

    /// Events were lost.
    private func endLeases(_ reason: String) {
        for lease in Array(leases.values) { lease.stop(reason) }
    }
}

// MARK: Faults

extension CallerCore {
    fileprivate static func busy(_ what: String) -> Fault { Fault(.busy, what, hint: "try again later") }

    fileprivate var notConnected: Fault {
        Fault(.unreachable, "not connected to the fleet: \(problem); nothing was sent")
    }

    fileprivate static let noTime = Fault(
        .unreachable,
        "no worker of the fleet reported the time, and the clock of this machine is not synchronized; nothing was sent",
        hint: "synchronize this machine's clock, and that of the worker: see the log of domo-fleet-store"
    )

    fileprivate static func unreadable(_ house: HouseID) -> Fault {
        Fault(.unreachable, "the house \(house) sent an unreadable reply")
    }

    /// Why a request that is not sent again has no reply.
    func fault(_ fault: NATSFault, house: HouseID) -> Fault {
        switch fault {
        case .noResponders: Self.away(house)
        case .notConnected: notConnected
        case .overloaded: Self.busy("\(fault)")
        case .timedOut, .disconnected, .cancelled: Fault(.unreachable, "no reply from the house \(house): \(fault)")
        case .payloadTooLarge, .invalid: Fault(.badRequest, "\(fault)")
        }
    }

    fileprivate static func away(_ house: HouseID) -> Fault {
        Fault(
            .unreachable,
            "the house \(house) is not connected to the fleet; nothing was sent",
            hint: "see the log of domo-fleet in the house: journalctl -u domo-fleet"
        )
    }

    fileprivate static func noReply(to call: FleetCall) -> Fault {
        let outcome = call.isOrder ? "; whether the order was carried out is not known" : ""
        return Fault(.deadlinePassed, "no reply from the house \(call.house) in time\(outcome)")
    }
}
