import DomoEngine
import DomoLanguage
import DomoModel

/// What a simulation of notices knows of them, and whether it may be so.
struct NoticeJudge {
    /// The messages that were sent, in all runs of the daemon and of the notifier.
    private var sent: [UInt64: Delivery] = [:]
    /// The messages that were handed over, also before a restart of the notifier.
    private var handed: Set<UInt64> = []
    /// Who was told of a notice, by its number.
    private var told: [UInt64: Set<String>] = [:]
    private var notices: [UInt64: NoticeView] = [:]
    private var requests: [RequestID: (began: Int64, isLong: Bool)] = [:]
    private(set) var lastNotice: UInt64 = 1

    /// The states of all messages.
    var finalStates: [String: Int] {
        notices.values.flatMap(\.sendings).reduce(into: [:]) { $0[$1.state.rawValue, default: 0] += 1 }
    }

    /// What was not stored when the daemon was killed is forgotten.
    mutating func restart(from stored: NoticeTable) {
        notices = [:]
        requests = [:]
        for notice in stored.notices { notices[notice.view.number] = notice.view }
    }

    mutating func begin(_ id: RequestID, at time: Int64, isLong: Bool) { requests[id] = (time, isLong) }

    // MARK: - Invariants

    /// Each request has one reply, in time.
    mutating func note(_ reply: Reply, to id: RequestID, at time: Int64) -> Violation? {
        guard let request = requests.removeValue(forKey: id) else {
            return Violation(invariant: "requestsAreAnsweredOnce", what: "request \(id.number)")
        }
        let limit = 61 * NoticeSimulation.second
        guard request.isLong || time - request.began <= limit else {
            return Violation(invariant: "requestsAreAnsweredInTime", what: "request \(id.number)")
        }
        return nil
    }

    /// A message that has an outcome keeps it, and what is over stays over.
    mutating func note(_ notice: NoticeView) -> Violation? {
        defer { notices[notice.number] = notice }
        lastNotice = max(lastNotice, notice.number)
        guard let before = notices[notice.number] else { return nil }
        if before.state == .resolved, notice.state != .resolved {
            return Violation(invariant: "whatIsResolvedStaysResolved", what: "notice \(notice.number)")
        }
        for sending in before.sendings where sending.state.isFinal {
            guard let now = notice.sendings.first(where: { $0.id == sending.id }), now == sending else {
                return Violation(invariant: "eachMessageHasOneOutcome", what: "message \(sending.id)")
            }
        }
        return nil
    }

    /// The notifier sends a message.
    mutating func noteSent(_ delivery: Delivery) -> Violation? {
        if sent.updateValue(delivery, forKey: delivery.id) != nil {
            return Violation(invariant: "noMessageIsSentTwice", what: "message \(delivery.id) to \(delivery.target)")
        }
        if let number = delivery.notice, delivery.reason != .resolved {
            told[number, default: []].insert(delivery.target)
        }
        return nil
    }

    /// The engine decides that a message goes out.
    mutating func noteDecided(_ delivery: Delivery, at moment: Timestamp, profile: NotifierProfile) -> Violation? {
        func violation(_ invariant: String) -> Violation {
            Violation(invariant: invariant, what: "message \(delivery.id) to \(delivery.target)")
        }
        if moment > delivery.deadline { return violation("noMessageIsSentAfterItsDeadline") }
        guard let number = delivery.notice else {
            return profile.calls.contains(delivery.target) ? nil : violation("onlyKnownCallsAreMade")
        }
        guard profile.targets.contains(delivery.target) else { return violation("onlyKnownTargetsGetMessages") }
        let hour = moment.milliseconds / 3_600_000 % 24
        let isQuiet = hour >= 22 || hour < 6
        // One that is handed over again was handed over before.
        let isFirst = handed.insert(delivery.id).inserted
        if isFirst, !delivery.isUrgent, delivery.target == "ana", isQuiet { return violation("quietHoursAreQuiet") }
        let state = notices[number]?.state
        switch delivery.reason {
        case .resolved:
            // Where it is not known whether a message arrived, somebody may have been told.
            let isLost = notices[number]?.sendings.contains { $0.target == delivery.target && $0.state == .lost }
            guard told[number]?.contains(delivery.target) == true || isLost == true else {
                return violation("resolvedFollowsRaised")
            }
            guard state == .resolved else { return violation("resolvedFollowsResolution") }
        case .raised, .repeated, .escalated:
            guard state == .open || state == nil else { return violation("nothingIsSentAfterAnAnswer") }
        case .call: break
        }
        return nil
    }

    /// Everything has an outcome in the end.
    func end() -> Violation? {
        for notice in notices.values.sorted(by: { $0.number < $1.number }) {
            for sending in notice.sendings where !sending.state.isFinal {
                return Violation(
                    invariant: "eachMessageHasAnOutcome",
                    what: "message \(sending.id) of notice \(notice.number) is \(sending.state.rawValue)"
                )
            }
        }
        if let request = requests.first(where: { !$0.value.isLong }) {
            return Violation(invariant: "requestsAreAnswered", what: "request \(request.key.number)")
        }
        return nil
    }
}
