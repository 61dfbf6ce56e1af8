import DomoBridge
import DomoLanguage
import DomoModel

/// Decides what `domo-fleet` does in a house. It does no I/O: what both sides report goes in, effects come out.
package struct HouseHub {
    /// How often the fleet is asked for the time, once it has replied, and until then.
    static let timeChecks: (usual: Duration, unknown: Duration) = (.seconds(600), .seconds(30))

    let house: HouseID
    private(set) var clock = ClockOffset()
    private var outbox: Outbox
    private var desk: OrderDesk
    private var sessions = Sessions()
    private var leases = Leases()
    private var isConnected = false
    private var isAttached = false
    /// The state of the house, until the records come.
    private var head: Report.Head?
    /// Why domod did not report the state.
    private var headFault: Fault?
    private var timeNumber: UInt64 = 0
    private var timeSent: Moment?
    private var nextTimeCheck: Duration?
    private var effects: [HouseEffect] = []

    /// - Parameters:
    ///   - file: the content of the file of the outbox; nil if there is none.
    ///   - seed: for pauses that differ from those of other houses.
    package init(_ house: HouseID, file: [UInt8]?, seed: UInt64, now: Moment) {
        self.house = house
        desk = OrderDesk(of: house, start: now)
        var saved = OutboxFile()
        do throws(ReportFault) {
            if let file { saved = try OutboxFile(file) }
        } catch {
            effects.append(.log("\(error); all records that the house keeps are reported again"))
        }
        outbox = Outbox(saved, random: SplitMix64(seed: seed))
    }

    package mutating func takeEffects() -> [HouseEffect] {
        defer { effects = [] }
        return effects
    }

    // MARK: The fleet

    package mutating func noteConnected(now: Moment) {
        isConnected = true
        outbox.noteConnected(at: now.sinceBoot)
        timeSent = nil
        nextTimeCheck = now.sinceBoot
        advance(to: now)
    }

    package mutating func noteDisconnected(now: Moment) {
        isConnected = false
        nextTimeCheck = nil
        outbox.noteDisconnected(at: now.sinceBoot)
        // Events can't be published.
        for lease in leases.removeAll() { effects.append(.endLease(lease)) }
        advance(to: now)
    }

    /// - Returns: whether the report was not acknowledged before.
    @discardableResult
    package mutating func noteAcknowledged(_ number: UInt64, now: Moment) -> Bool {
        let isNew = outbox.noteAcknowledged(number, at: now.sinceBoot)
        advance(to: now)
        return isNew
    }

    package mutating func noteRefused(_ number: UInt64, _ reason: String, now: Moment) {
        outbox.noteRefused(number, reason, at: now.sinceBoot)
        advance(to: now)
    }

    /// The reply to `askTime`.
    ///
    /// - Parameter reply: nil if there was none.
    package mutating func useTime(_ reply: FleetTime?, number: UInt64, now: Moment) {
        guard number == timeNumber, let sent = timeSent else { return }
        timeSent = nil
        guard let reply else { return }
        clock.add(sent: sent, received: now, reply)
        guard isConnected, clock.fleetTime(at: now) != nil else { return }
        nextTimeCheck = now.sinceBoot + Self.timeChecks.usual
    }

    /// - Parameter kernel: read after each `Moment` that decides about an order.
    package mutating func use(_ kernel: KernelClock) { clock.use(kernel) }

    /// A message on a subject of the house that is no acknowledgement.
    package mutating func handle(subject: String, _ payload: [UInt8], replyTo reply: String?, now: Moment) {
        advance(to: now)
        let request = FleetSubjects.request(subject, to: house)
        switch request {
        case .order, .question:
            let isQuestion = request == .question
            switch desk.handle(payload, replyTo: reply, isQuestion: isQuestion, clock: clock, now: now) {
            case .none: break
            case .answer(let answer): add([answer])
            case .begin(let id, let token, let principal): begin(id, token: token, principal: principal, now: now)
            }
        case .part: if let answer = desk.handlePart(payload, replyTo: reply, now: now) { add([answer]) }
        case .watch: handleWatch(payload, replyTo: reply, now: now)
        case nil: break
        }
    }

    /// Events leave for 30 s at most after the request, so no clock is needed.
    private mutating func handleWatch(_ payload: [UInt8], replyTo reply: String?, now: Moment) {
        guard let reply, let asker = FleetSubjects.asker(ofReply: reply, of: house) else { return }
        do throws(Fault) {
            let watch = try FleetWatch(json: payload)
            switch watch.step {
            case .begin(let line):
                let id = try leases.begin(watch, asker: asker, at: now.sinceBoot)
                let events = FleetSubjects.event(of: house, asker: asker, lease: watch.lease)
                effects.append(
                    .watch(
                        id,
                        HouseEffect.Watch(
                            line: line,
                            token: watch.token,
                            principal: watch.principal,
                            reply: reply,
                            events: events
                        )
                    )
                )
            case .renew:
                effects.append(.report(try leases.renew(watch, asker: asker, at: now.sinceBoot), subject: reply))
            case .end:
                let id = try leases.end(watch, asker: asker)
                effects += [.report(id, subject: reply), .endLease(id)]
            }
        } catch {
            add([OrderDesk.Answer(subject: reply, error)])
        }
    }

    mutating func noteLost(_ lease: Leases.ID) { leases.remove(lease) }

    private mutating func begin(_ id: OrderDesk.ID, token: Secret, principal: String, now: Moment) {
        switch sessions.way(for: id, token: token, principal: principal, at: now.sinceBoot) {
        case .open(let session): write(id, on: session, now: now)
        case .waits: break
        case .new(let session, let closing):
            if let closing { effects.append(.close(closing)) }
            effects.append(.open(session, token: token, principal: principal))
        case .full:
            let what = "the house has requests of \(Sessions.maxSessions) users of the fleet"
            add(desk.finish(id, Fault(.busy, what, hint: "try again later")))
        }
    }

    private mutating func write(_ id: OrderDesk.ID, on session: Sessions.ID, now: Moment) {
        let (line, answers) = desk.lineToWrite(id, clock: clock, now: now)
        if let line {
            sessions.noteWritten(id, on: session)
            effects.append(.write(line, on: session, for: id))
        }
        add(answers)
    }

    private mutating func add(_ answers: [OrderDesk.Answer]) {
        for answer in answers { effects.append(.reply(answer)) }
    }

    // MARK: The connections of users

    package mutating func noteOpen(_ session: Sessions.ID, now: Moment) {
        guard sessions.has(session) else { return effects.append(.close(session)) }
        for id in sessions.noteOpen(session) { write(id, on: session, now: now) }
    }

    /// domod did not accept the token, or is unreachable: nothing was written.
    mutating func noteNotOpen(_ session: Sessions.ID, _ fault: Fault) {
        for id in sessions.noteEnd(session) { add(desk.finish(id, fault)) }
    }

    package mutating func noteReply(_ line: [UInt8], to id: OrderDesk.ID, on session: Sessions.ID, now: Moment) {
        sessions.noteReply(to: id, on: session, at: now.sinceBoot)
        add(desk.finish(id, reply: line, at: now))
    }

    mutating func noteLost(_ session: Sessions.ID) {
        for id in sessions.noteEnd(session) { add(desk.noteLoss(id)) }
    }

    // MARK: domod

    package mutating func noteAttached(now: Moment) {
        isAttached = true
        effects.append(.ask(.watch))
        outbox.noteAttached(at: now.sinceBoot)
        advance(to: now)
    }

    package mutating func noteDetached(now: Moment) {
        isAttached = false
        (head, headFault) = (nil, nil)
        outbox.noteDetached()
        advance(to: now)
    }

    /// - Parameter line: the event as domod sent it.
    package mutating func handle(event line: [UInt8], now: Moment) {
        let kind = DaemonReply.event(line)?.kind
        outbox.noteEvent(isUrgent: kind == .notice || kind == .server, at: now.sinceBoot)
        advance(to: now)
    }

    /// - Parameter line: the reply to a question, as domod sent it.
    package mutating func use(_ line: [UInt8], to question: HouseQuestion, now: Moment) {
        do throws(Fault) {
            switch question {
            case .watch: try DaemonReply.check(line)
            case .status:
                (head, headFault) = (nil, nil)
                head = Report.Head(try DaemonReply.decode(line, as: StatusView.self), at: now.time)
            case .records:
                let page = try HouseRecords(reply: line)
                if let head {
                    outbox.use(page, head: head, at: now.sinceBoot)
                } else {
                    outbox.use(headFault ?? Fault(.unreachable, "no state of the house"), at: now.sinceBoot)
                }
            }
        } catch {
            switch question {
            case .watch: effects.append(.log("domod: \(error.message); changes are reported later"))
            case .status: headFault = error
            case .records: outbox.use(error, at: now.sinceBoot)
            }
        }
        advance(to: now)
    }

    package mutating func noteSaved(now: Moment) {
        outbox.noteSaved(at: now.sinceBoot)
        advance(to: now)
    }

    mutating func noteNotSaved(_ reason: String, now: Moment) {
        outbox.noteNotSaved(reason, at: now.sinceBoot)
        advance(to: now)
    }

    // MARK: Time

    /// The moment of the next `advance`.
    package var nextMoment: Duration? {
        [outbox.nextMoment, desk.nextMoment, sessions.nextMoment, leases.nextMoment, nextTimeCheck].compactMap(\.self)
            .min()
    }

    package mutating func advance(to now: Moment) {
        while let step = outbox.takeStep(at: now.sinceBoot) {
            switch step {
            case .fetch(let cursor):
                effects.append(.ask(.status))
                effects.append(.ask(.records(cursor: cursor)))
            case .save(let bytes): effects.append(.save(bytes))
            case .publish(let report, let number):
                effects.append(.publish(subject: FleetSubjects.report(of: house), report, number: number))
            }
        }
        for note in outbox.takeNotes() { effects.append(.log(note)) }
        add(desk.advance(to: now))
        for session in sessions.advance(to: now.sinceBoot) { effects.append(.close(session)) }
        for lease in leases.advance(to: now.sinceBoot) { effects.append(.endLease(lease)) }
        guard isConnected, let next = nextTimeCheck, next <= now.sinceBoot else { return }
        timeNumber += 1
        timeSent = now
        nextTimeCheck = now.sinceBoot + Self.timeChecks.unknown
        effects.append(.askTime(number: timeNumber))
    }
}

extension Report.Head {
    init(_ status: StatusView, at time: Timestamp) {
        let endpoints = status.links?.flatMap(\.endpoints) ?? []
        self.init(
            version: String(decoding: status.version.utf8.prefix(Report.maxVersion), as: UTF8.self),
            alarms: status.notifier?.open ?? 0,
            stale: endpoints.count { $0.reachable == false },
            time: time.milliseconds
        )
    }
}
