public import DomoLanguage
import DomoModel

/// A notice with what is still to happen to it.
public struct Notice: Equatable, Sendable {
    /// A message without an outcome.
    public struct Pending: Equatable, Sendable {
        /// It is not sent after this.
        public var deadline: Instant
        /// When it ends without a report: at its deadline, and later once the notifier has it.
        public var due: Instant
        /// The notifier has been asked to leave it.
        public var isWithdrawn = false

        public init(deadline: Instant) { (self.deadline, due) = (deadline, deadline) }
    }

    public struct Escalation: Equatable, Sendable {
        public var at: Instant
        public var to: [String]

        public init(at: Instant, to: [String]) { (self.at, self.to) = (at, to) }
    }

    public static let maxRepeats = 48
    /// How long after its deadline the outcome of a message may be reported.
    static let grace: Duration = .seconds(30)

    public var view: NoticeView
    /// Until then, another notice of its cause is only counted.
    public var windowEnd: Instant
    public var interval: Duration?
    /// Nil if it is not repeated, or not any more.
    public var nextRepeat: Instant?
    public var repeats = 0
    /// Nil if there is none, or it has happened.
    public var escalation: Escalation?
    /// By the number of the message.
    public var pending: [UInt64: Pending] = [:]

    public init(view: NoticeView, windowEnd: Instant) {
        self.view = view
        self.windowEnd = windowEnd
    }

    var isOpen: Bool { view.state == .open }
    var isUnresolved: Bool { view.state != .resolved }
    /// Whether something is still to happen.
    var isLive: Bool { !pending.isEmpty || nextRepeat != nil || escalation != nil }

    func place(of id: UInt64) -> Int? { view.sendings.firstIndex { $0.id == id } }

    func isPending(to target: String) -> Bool {
        view.sendings.contains { $0.target == target && !$0.state.isFinal }
    }

    /// The targets of the messages that pass the test, each once.
    func targets(where isIncluded: (NoticeView.Sending) -> Bool = { _ in true }) -> [String] {
        var targets: [String] = []
        for sending in view.sendings where isIncluded(sending) && !targets.contains(sending.target) {
            targets.append(sending.target)
        }
        return targets
    }

    /// The earliest moment at which something is to happen.
    var earliest: Instant? {
        var earliest = nextRepeat
        earliest.lower(to: escalation?.at)
        for message in pending.values { earliest.lower(to: message.due) }
        return earliest
    }

    // MARK: - Messages

    mutating func add(_ id: UInt64, to target: String, _ reason: Delivery.Reason, deadline: Instant, at now: Instant) {
        view.sendings.append(
            NoticeView.Sending(id: id, target: target, reason: reason, state: .waiting, time: now.wall)
        )
        pending[id] = Pending(deadline: deadline)
    }

    /// The notifier gets a message.
    mutating func hand(_ place: Int, at now: Instant) -> Delivery {
        view.sendings[place].state = .sending
        view.sendings[place].time = now.wall
        view.sendings[place].message = nil
        let id = view.sendings[place].id
        let deadline = pending[id]?.deadline ?? now
        pending[id]?.due = deadline + Self.grace
        return delivery(place, deadline: deadline.wall)
    }

    /// The messages that a notifier has, and has not been asked to leave.
    func offered(at now: Instant) -> [Delivery] {
        view.sendings.indices.compactMap { place in
            guard view.sendings[place].state == .sending, let message = pending[view.sendings[place].id],
                !message.isWithdrawn, now < message.deadline
            else { return nil }
            return delivery(place, deadline: message.deadline.wall)
        }
    }

    private func delivery(_ place: Int, deadline: Timestamp) -> Delivery {
        let sending = view.sendings[place]
        return Delivery(
            id: sending.id,
            target: sending.target,
            reason: sending.reason,
            notice: view.number,
            text: sending.reason == .resolved ? view.resolution ?? view.text : view.text,
            isUrgent: view.isUrgent,
            time: view.time,
            deadline: deadline,
            scene: view.scene,
            wantsAnswer: isOpen && (interval != nil || escalation != nil || view.isUrgent)
        )
    }

    /// A message waits again: the notifier did not get it.
    mutating func takeBack(_ id: UInt64, at now: Instant) {
        guard let place = place(of: id), let message = pending[id], view.sendings[place].state == .sending else {
            return
        }
        guard !message.isWithdrawn else { return end(place, .withdrawn, at: now) }
        pending[id] = Pending(deadline: message.deadline)
        view.sendings[place].state = .waiting
        view.sendings[place].time = now.wall
    }

    /// A message has its outcome.
    mutating func end(_ place: Int, _ state: NoticeView.Sending.State, _ message: String? = nil, at now: Instant) {
        pending[view.sendings[place].id] = nil
        view.sendings[place].state = state
        view.sendings[place].time = now.wall
        view.sendings[place].message = message
    }

    /// Ends repeats and escalation, and withdraws what was not sent.
    ///
    /// - Returns: the messages that the notifier has, and need not send any more.
    mutating func close(_ state: NoticeView.State, at now: Instant) -> [Delivery] {
        view.state = state
        view.ended = now.wall
        (nextRepeat, escalation) = (nil, nil)
        var withdrawn: [Delivery] = []
        for place in view.sendings.indices {
            let id = view.sendings[place].id
            switch view.sendings[place].state {
            case .waiting: end(place, .withdrawn, at: now)
            case .sending where pending[id]?.isWithdrawn == false:
                pending[id]?.isWithdrawn = true
                withdrawn.append(delivery(place, deadline: now.wall))
            case .sending, .sent, .failed, .expired, .lost, .withdrawn: break
            }
        }
        return withdrawn
    }

    /// Ends the messages that are due without an outcome.
    ///
    /// - Returns: whether there were any.
    mutating func expire(at now: Instant) -> Bool {
        var hasChanged = false
        for place in view.sendings.indices {
            guard let message = pending[view.sendings[place].id], message.due <= now else { continue }
            hasChanged = true
            if view.sendings[place].state == .waiting {
                end(place, .expired, view.sendings[place].message ?? "no notifier was attached in time", at: now)
            } else {
                end(place, .lost, "the notifier did not report what became of it", at: now)
            }
        }
        return hasChanged
    }

    // MARK: - Over a restart

    /// After a restart: moments are known by the wall clock alone. None is further away than a day.
    mutating func rebase(at now: Instant) {
        func moved(_ moment: Instant) -> Instant { now + min(moment.wall - now.wall, .seconds(86_400)) }
        windowEnd = moved(windowEnd)
        nextRepeat = nextRepeat.map(moved)
        if let at = escalation?.at { escalation?.at = moved(at) }
        for (id, message) in pending {
            pending[id]?.deadline = moved(message.deadline)
            pending[id]?.due = moved(message.due)
        }
    }
}

/// All notices that are kept: what is stored of them over a restart.
public struct NoticeTable: Equatable, Sendable {
    /// By number, the oldest first.
    public var notices: [Notice]
    /// The highest numbers that were used, so that none is used again.
    public var lastNumber: UInt64
    public var lastDelivery: UInt64

    public init(notices: [Notice] = [], lastNumber: UInt64 = 0, lastDelivery: UInt64 = 0) {
        (self.notices, self.lastNumber, self.lastDelivery) = (notices, lastNumber, lastDelivery)
    }
}
