import DomoLanguage
import DomoModel
import DomoNATS
import NIOCore

/// The calls of a program to houses, on its event loop.
final class CallerCore {
    /// How long an attempt waits for a reply before the request is sent again.
    static let attemptTime: TimeAmount = .seconds(20)
    /// How long a call waits for the time of the fleet.
    private static let timePatience: TimeAmount = .seconds(10)
    private static let timeTime: TimeAmount = .seconds(2)
    private static let maxCalls = 16384

    private let asker: String
    let eventLoop: any EventLoop
    private(set) var nats: NATSConnection?
    private var clock = ClockOffset()
    /// Calls that wait for the time of the fleet, in their order.
    private var waiting: [FleetCall] = []
    private var calls = 0
    private var isAskingTime = false
    private var timeCheck: Scheduled<Void>?
    private var hasStopped = false
    /// Until the first connection, calls wait for it.
    private var hasConnected = false
    /// Why there is no connection, for people.
    private var problem = "the connection has not been started"

    init(asker: String, on eventLoop: any EventLoop) {
        (self.asker, self.eventLoop) = (asker, eventLoop)
    }

    func use(_ nats: NATSConnection) { self.nats = nats }

    func note(_ event: NATSEvent) {
        switch event {
        case .connected:
            hasConnected = true
            askTime()
        case .disconnected(let reason, _): problem = reason
        case .refused(let reason, _):
            problem = reason
            endWaiting(notConnected)
        case .lameDuck, .warning: break
        }
    }

    func stop() {
        hasStopped = true
        nats = nil
        timeCheck?.cancel()
        problem = "this program stops"
        endWaiting(notConnected)
    }

    private func endWaiting(_ fault: Fault) {
        let waiting = waiting
        self.waiting = []
        for call in waiting { end(call, .failure(fault)) }
    }

    // MARK: The time

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
        if case .success(let message) = result, let time = FleetTime.time(inReply: message.payload.bytes) {
            clock.add(sent: sent, received: .now(), fleet: time)
        }
        let isKnown = clock.fleetTime(at: .now()) != nil
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
        guard let nats, nats.isConnected || !hasConnected else { return end(call, .failure(notConnected)) }
        guard nats.isConnected, waiting.isEmpty, clock.fleetTime(at: .now()) != nil else { return wait(call) }
        send(call)
    }

    private func wait(_ call: FleetCall) {
        waiting.append(call)
        askTime()
        eventLoop.assumeIsolated().scheduleTask(in: Self.timePatience) {
            guard self.waiting.contains(where: { $0 === call }) else { return }
            self.waiting.removeAll { $0 === call }
            self.end(call, .failure(self.nats?.isConnected == true ? Self.noTime : self.notConnected))
        }
    }

    private func send(_ call: FleetCall) {
        guard let now = clock.fleetTime(at: .now()) else { return end(call, .failure(Self.noTime)) }
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
            atMost: Self.attemptTime
        )
        .assumeIsolated().whenComplete { self.handle($0, of: call) }
    }

    private func handle(_ result: Result<NATSMessage, any Error>, of call: FleetCall) {
        do {
            let reply = try result.get().payload
            try Self.check(reply, from: call.house)
            end(call, .success(reply))
        } catch let fault as Fault {
            end(call, .failure(fault))
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
    private static func check(_ reply: ByteBuffer, from house: HouseID) throws(Fault) {
        let bytes = reply.readableBytesView
        guard bytes.starts(with: #"{"ok":"#.utf8) || bytes.starts(with: #"{"error":"#.utf8),
            !bytes.contains(UInt8(ascii: "\n"))
        else { throw Fault(.unreachable, "the house \(house) sent an unreadable reply") }
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
        "the fleet did not report its time, without which no deadline can be given; nothing was sent",
        hint: "start a worker: domo-fleet store"
    )

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
