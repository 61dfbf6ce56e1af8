import DomoLanguage
import DomoModel

/// The messages to people: what was raised, what became of each message, and what is still to happen.
///
/// A notifier sends them. Each message is handed to it at most once, and has one outcome. Pure decisions: a call may leave
/// decisions, which are taken with `nextDecision` and carried out before the next call.
struct Notices: Sendable {
    /// The maximum number of notices that are kept. The oldest that are over make room.
    static let maxNotices = 200
    /// The maximum number of messages without an outcome.
    static let maxPending = 500
    /// The maximum number of notices of a scene within an hour.
    static let maxPerHour = 60

    private(set) var table = NoticeTable()
    private(set) var notifier = Notifier()
    private var counts = (sent: 0, failed: 0)
    private var decisions = Queue<NoticeDecision>()
    private var calls = PendingCalls()
    private var requests = NoticeRequests()
    /// When messages that wait for the end of quiet hours are looked at again.
    private var quietCheck: Instant?
    /// The earliest moment at which something is to happen.
    private(set) var earliest: Instant?

    mutating func nextDecision() -> NoticeDecision? { decisions.popFirst() }

    /// For `status`; nil where notices are not used.
    func view(since started: Instant) -> NotifierView? {
        guard notifier.profile != nil || !table.notices.isEmpty else { return nil }
        return attachment(since: started)
    }

    func attachment(since started: Instant) -> NotifierView {
        NotifierView(
            attached: notifier.isAttached,
            since: (notifier.changed ?? started).wall,
            open: table.notices.count(where: \.isOpen),
            sent: counts.sent,
            failed: counts.failed
        )
    }

    // MARK: - The notifier

    mutating func attach(_ new: NotifierProfile, at now: Instant, clock: QuietClock) {
        notifier.attach(new, at: now)
        // It knows what it has begun to send.
        let offered = new.keepsLedger ? table.notices.flatMap { $0.offered(at: now) } : []
        for delivery in offered { decisions.append(.deliver(delivery)) }
        flush(at: now, clock: clock)
    }

    mutating func detach(at now: Instant) {
        guard notifier.isAttached else { return }
        notifier.detach(at: now)
        let fault = Fault(.unreachable, "the notifier disconnected before it reported an answer")
        for strand in calls.removeAll() { decisions.append(.callEnded(strand, .failure(fault))) }
        schedule()
    }

    /// A message could not be handed over, because the notifier had gone.
    mutating func takeBack(_ id: UInt64, at now: Instant) {
        defer { schedule() }
        if let strand = calls.remove(id) {
            decisions.append(.callEnded(strand, .failure(Notifier.isMissing)))
            return
        }
        guard let index = table.notices.firstIndex(where: { $0.pending[id] != nil }) else { return }
        table.notices[index].takeBack(id, at: now)
        changed(index)
    }

    /// The notices of the previous run of the daemon.
    mutating func restore(_ stored: NoticeTable, at now: Instant) {
        table = stored
        for index in table.notices.indices { table.notices[index].rebase(at: now) }
        schedule()
    }

    // MARK: - Raising

    /// - Returns: the notice, and whether it is new rather than an earlier one of the same cause.
    mutating func raise(
        _ new: RaisedNotice,
        at now: Instant,
        clock: QuietClock
    ) throws(Fault) -> (notice: NoticeView, isNew: Bool) {
        if let about = new.about,
            let index = table.notices.lastIndex(where: {
                $0.view.about == about && $0.isUnresolved && now < $0.windowEnd
            })
        {
            table.notices[index].view.suppressed = (table.notices[index].view.suppressed ?? 0) + 1
            changed(index)
            return (table.notices[index].view, false)
        }
        try makeRoom(for: new, at: now)
        table.lastNumber += 1
        let usualWindow = new.about == nil ? .zero : notifier.window
        var notice = Notice(
            view: NoticeView(new, number: table.lastNumber, at: now.wall),
            windowEnd: now + (new.window ?? usualWindow)
        )
        notice.interval = new.interval
        notice.nextRepeat = new.interval.map { now + $0 }
        notice.escalation = new.escalation.map { Notice.Escalation(at: now + $0.after, to: $0.to) }
        table.notices.append(notice)
        let index = table.notices.count - 1
        address(new.to, .raised, index, at: now)
        changed(index)
        flush(at: now, clock: clock)
        return (table.notices[index].view, true)
    }

    private mutating func makeRoom(for new: RaisedNotice, at now: Instant) throws(Fault) {
        let pending = table.notices.reduce(0) { $0 + $1.pending.count }
        guard pending + notifier.targets(of: new.to).count <= Self.maxPending else {
            throw Fault(.busy, "more than \(Self.maxPending) messages wait", hint: "\"domo notices\" lists them")
        }
        if let scene = new.scene {
            let recent = table.notices.count { $0.view.scene == scene && now.wall - $0.view.time < .seconds(3600) }
            guard recent < Self.maxPerHour else {
                throw Fault(
                    .busy,
                    "scene \(scene) has raised \(Self.maxPerHour) notices within an hour",
                    hint: "add \"at most every 1h\" to the step"
                )
            }
        }
        guard table.notices.count >= Self.maxNotices else { return }
        guard let oldest = table.notices.firstIndex(where: { !$0.isLive }) else {
            throw Fault(.busy, "\(Self.maxNotices) notices are open", hint: "\"domo notices\" lists them")
        }
        table.notices.remove(at: oldest)
    }

    /// Adds a message to each target of the names to which none is pending.
    private mutating func address(_ names: [String], _ reason: Delivery.Reason, _ index: Int, at now: Instant) {
        let deadline = now + notifier.deadline
        for target in notifier.targets(of: names) where !table.notices[index].isPending(to: target) {
            table.lastDelivery += 1
            table.notices[index].add(table.lastDelivery, to: target, reason, deadline: deadline, at: now)
        }
    }

    // MARK: - Sending

    /// Hands over what can be sent now.
    private mutating func flush(at now: Instant, clock: QuietClock) {
        defer { schedule() }
        quietCheck = nil
        guard notifier.isAttached, let profile = notifier.profile else { return }
        for index in table.notices.indices where !table.notices[index].pending.isEmpty {
            expandGroups(of: index, profile, at: now)
            let before = table.notices[index]
            var deliveries: [Delivery] = []
            for place in before.view.sendings.indices where before.view.sendings[place].state == .waiting {
                if let delivery = hand(place, of: index, profile, at: now, clock: clock) {
                    deliveries.append(delivery)
                }
            }
            // It is stored before it is sent: a message is never sent twice.
            if table.notices[index].view != before.view { changed(index) }
            for delivery in deliveries { decisions.append(.deliver(delivery)) }
        }
    }

    /// Replaces messages to groups, which were addressed before their members were known.
    private mutating func expandGroups(of index: Int, _ profile: NotifierProfile, at now: Instant) {
        for sending in table.notices[index].view.sendings where sending.state == .waiting {
            guard !profile.targets.contains(sending.target), let members = profile.groups[sending.target],
                let place = table.notices[index].place(of: sending.id)
            else { continue }
            if let first = members.first(where: { !table.notices[index].isPending(to: $0) }) {
                table.notices[index].view.sendings[place].target = first
                address(members, sending.reason, index, at: now)
            } else {
                table.notices[index].end(place, .withdrawn, "its members have the message already", at: now)
            }
        }
    }

    private mutating func hand(
        _ place: Int,
        of index: Int,
        _ profile: NotifierProfile,
        at now: Instant,
        clock: QuietClock
    ) -> Delivery? {
        let sending = table.notices[index].view.sendings[place]
        guard let pending = table.notices[index].pending[sending.id], now < pending.deadline else { return nil }
        guard profile.targets.contains(sending.target) else {
            end(place, of: index, .failed, "the notifier has no target named \"\(sending.target)\"", at: now)
            return nil
        }
        guard !table.notices[index].view.isUrgent,
            let quietEnd = clock.endOfQuiet(for: sending.target, in: profile.quiet, at: now)
        else { return table.notices[index].hand(place, at: now) }
        let deadline = max(pending.deadline, quietEnd + profile.deadline)
        table.notices[index].pending[sending.id] = Notice.Pending(deadline: deadline)
        table.notices[index].view.sendings[place].message = "quiet hours"
        quietCheck.lower(to: quietEnd)
        return nil
    }

    private mutating func end(
        _ place: Int,
        of index: Int,
        _ state: NoticeView.Sending.State,
        _ message: String? = nil,
        at now: Instant
    ) {
        table.notices[index].end(place, state, message, at: now)
        switch state {
        case .sent: counts.sent += 1
        case .failed, .expired, .lost: counts.failed += 1
        case .waiting, .sending, .withdrawn: break
        }
    }

    // MARK: - Outcomes

    /// The notifier reports what became of a message or a call. A message that has an outcome keeps it.
    mutating func handle(_ report: DeliveryReport, at now: Instant, clock: QuietClock) {
        defer { schedule() }
        if let strand = calls.remove(report.id) {
            decisions.append(.callEnded(strand, report.result))
            return
        }
        guard let index = table.notices.firstIndex(where: { $0.pending[report.id] != nil }),
            let place = table.notices[index].place(of: report.id),
            table.notices[index].view.sendings[place].state == .sending
        else { return }
        let sending = table.notices[index].view.sendings[place]
        let isWithdrawn = table.notices[index].pending[report.id]?.isWithdrawn ?? false
        switch report.outcome {
        case .sent: end(place, of: index, .sent, at: now)
        case .failed where isWithdrawn: end(place, of: index, .withdrawn, at: now)
        case .failed: end(place, of: index, .failed, report.message, at: now)
        case .unknown: end(place, of: index, .lost, report.message, at: now)
        }
        // Whoever was told after all is also told that it is over.
        if table.notices[index].view.state == .resolved, sending.reason != .resolved, report.outcome != .failed {
            address([sending.target], .resolved, index, at: now)
        }
        changed(index)
        answerRequests(at: now)
        flush(at: now, clock: clock)
    }

    // MARK: - Ends

    /// The cause is over: whoever was told of it is told that too.
    ///
    /// - Returns: the notices that it resolves.
    @discardableResult
    mutating func resolve(about cause: String, text: String?, at now: Instant, clock: QuietClock) -> [NoticeView] {
        var resolved: [UInt64] = []
        for index in table.notices.indices
        where table.notices[index].view.about == cause && table.notices[index].isUnresolved {
            resolved.append(table.notices[index].view.number)
            let withdrawn = table.notices[index].close(.resolved, at: now)
            table.notices[index].view.resolution = text
            let told = table.notices[index].targets { $0.state == .sent || $0.state == .lost }
            address(told, .resolved, index, at: now)
            changed(index)
            if notifier.isAttached { for delivery in withdrawn { decisions.append(.withdraw(delivery)) } }
        }
        answerRequests(at: now)
        flush(at: now, clock: clock)
        return table.notices.map(\.view).filter { resolved.contains($0.number) }
    }

    /// - Returns: nil if there is no such notice.
    mutating func acknowledge(_ number: UInt64, by who: String, at now: Instant) -> NoticeView? {
        guard let index = index(of: number) else { return nil }
        defer { schedule() }
        if table.notices[index].isOpen {
            let withdrawn = table.notices[index].close(.acknowledged, at: now)
            table.notices[index].view.acknowledgedBy = who
            changed(index)
            if notifier.isAttached { for delivery in withdrawn { decisions.append(.withdraw(delivery)) } }
            answerRequests(at: now)
        }
        return table.notices[index].view
    }

    func index(of number: UInt64) -> Int? { table.notices.lastIndex { $0.view.number == number } }

    // MARK: - Calls

    /// - Parameter strand: gets the answer.
    mutating func call(
        _ target: String,
        text: String?,
        paths: [String],
        within limit: Duration,
        scene: String,
        for strand: StrandID,
        at now: Instant
    ) throws(Fault) {
        try notifier.requireCall(target)
        guard calls.count < PendingCalls.maxCount else {
            throw Fault(.busy, "\(PendingCalls.maxCount) calls have no answer yet", hint: "try again later")
        }
        table.lastDelivery += 1
        let deadline = now + limit
        calls.add(table.lastDelivery, for: strand, deadline: deadline)
        decisions.append(.keep(table))
        let delivery = Delivery(
            id: table.lastDelivery,
            target: target,
            reason: .call,
            notice: nil,
            text: text ?? "",
            isUrgent: false,
            time: now.wall,
            deadline: deadline.wall,
            scene: scene,
            paths: paths
        )
        decisions.append(.deliver(delivery))
        schedule()
    }

    // MARK: - Time

    mutating func wake(at now: Instant, clock: QuietClock) {
        guard let earliest, earliest <= now else { return }
        let fault = Fault(.deadlinePassed, "the call was not answered in time")
        for strand in calls.removeDue(at: now) { decisions.append(.callEnded(strand, .failure(fault))) }
        for index in table.notices.indices { wake(index, at: now) }
        answerRequests(at: now)
        flush(at: now, clock: clock)
    }

    private mutating func wake(_ index: Int, at now: Instant) {
        let pending = table.notices[index].pending.count
        var hasChanged = table.notices[index].expire(at: now)
        counts.failed += pending - table.notices[index].pending.count
        if let escalation = table.notices[index].escalation, escalation.at <= now {
            table.notices[index].escalation = nil
            address(escalation.to, .escalated, index, at: now)
            hasChanged = true
        }
        if let next = table.notices[index].nextRepeat, next <= now {
            table.notices[index].repeats += 1
            let isLast = table.notices[index].repeats >= Notice.maxRepeats
            table.notices[index].nextRepeat = isLast ? nil : table.notices[index].interval.map { now + $0 }
            address(table.notices[index].targets(), .repeated, index, at: now)
            hasChanged = true
        }
        if hasChanged { changed(index) }
    }

    private mutating func schedule() {
        earliest = quietCheck
        earliest.lower(to: calls.earliest)
        for notice in table.notices { earliest.lower(to: notice.earliest) }
        earliest.lower(to: requests.earliest)
    }

    // MARK: - Requests

    /// The reply comes when all messages of the notice have an outcome, but not later than `NoticeRequests.maxWait`.
    mutating func answer(_ id: RequestID, whenSent notice: UInt64, at now: Instant) {
        requests.add(id, notice: notice, at: now)
        answerRequests(at: now)
        schedule()
    }

    private mutating func answerRequests(at now: Instant) {
        let table = table
        let done = requests.remove(at: now) { number in
            table.notices.last { $0.view.number == number }.map(\.pending.isEmpty) ?? true
        }
        for request in done {
            let notices = index(of: request.notice).map { [table.notices[$0].view] } ?? []
            decisions.append(.reply(request.id, .notice(NoticeReport(notices: notices))))
        }
    }

    /// Something about a notice has changed.
    private mutating func changed(_ index: Int) {
        decisions.append(.keep(table))
        decisions.append(.publish(table.notices[index].view))
    }

    /// The number of items held that end by themselves, for tests.
    var held: [String: Int] {
        [
            "pending messages": table.notices.reduce(0) { $0 + $1.pending.count }, "calls": calls.count,
            "requests for notices": requests.count, "notice decisions": decisions.count,
        ]
    }
}
