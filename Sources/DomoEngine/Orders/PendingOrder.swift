import DomoLanguage
import DomoModel

/// An order's number, which is never reused.
struct OrderID: Hashable, Sendable {
    let number: UInt64
}

/// An order that has not ended.
struct PendingOrder: Sendable {
    /// Who is answered when it ends.
    enum Origin: Sendable {
        case request(RequestID)
        /// A step of a scene, with the origin of the scene's run.
        case scene(StrandID, OrderOrigin)
        /// A telegram: nobody waits for a reply.
        case bus
        /// One of several orders of a request that was already answered with their numbers.
        case group
        /// One of several orders of a scene's step for a place, which does not wait for them; the origin of the run.
        case sceneGroup(OrderOrigin)
    }

    let id: OrderID
    let origin: Origin
    /// What the reply waits for.
    var wait: Awaited
    let wish: Order.Wish
    /// The absolute value, once known: a wish that depends on the state is resolved when the order is sent.
    var value: Value?
    var element: ElementID
    /// The element whose orders are sent one after the other with this one: the cover whose motor turns these slats, or
    /// the element itself.
    var lane: ElementID
    /// Whether its level is the position of a cover or of its slats, which a stop of the cover ends.
    var isLevelOfCover = false
    /// The endpoint it is sent to.
    var endpoint: EndpointID
    /// Whose turn it takes among the orders of its priority; nil for orders of the house itself.
    var account: AccessRules.Account?
    /// When it may first be sent, if it was given above the rate of its token.
    var notBefore: Instant?
    let received: Instant
    let deadline: Instant
    /// The latest time to answer a request that waits for a confirmation; nil if it has no deadline.
    let answerBy: Instant?
    /// The record for replies, events and the database.
    var record: OrderRecord
    /// The number of attempts, from the first on, that were persisted with their outcome.
    var persistedAttempts = 0
    /// True if a transmission, its own or that of an order it superseded, may have been carried out without an answer.
    var mayHaveActed = false
    /// False if sending the signal twice has another effect than once.
    var mayRepeat = true
    /// The failure of the last try that had time.
    var failure: Failure?

    /// The element's full path at the time of the order.
    var path: String { record.element }
    /// Who gave the order.
    var cause: Cause { record.by }
    var attempts: Int { record.attempts.count }
    /// The facet it is about, if known without the value.
    var type: FacetType? { value?.type ?? wish.type }

    /// False for an order that a stop of its cover does not end, as that of a text on its display.
    var movesCover: Bool {
        switch type {
        case .bidirectional, nil: true
        case .regulable: isLevelOfCover
        case .binary, .value, .colour: false
        }
    }

    /// True for an order given by a person, not by a scene.
    var isByHand: Bool {
        switch origin {
        case .request, .bus, .group: true
        case .scene, .sceneGroup: false
        }
    }

    struct Failure: Sendable {
        var reason: String
        /// The remedy, if the link knows one.
        var hint: String?
        /// True if the endpoint did not answer at all.
        var isUnreachable = true
        /// True if it was sent on a bus where no device answered.
        var isUnacknowledged = false

        /// The failure of an order that somebody else's command followed.
        var notRepeated: Failure {
            var failure = self
            failure.reason += "; it was not repeated, because somebody else has operated the element since"
            return failure
        }
    }

    /// The latest time to begin: with half of its time left.
    var latestStart: Instant { received + (deadline - received) / 2 }

    /// Starts another attempt.
    mutating func noteBegin(_ value: Value, at now: Instant) {
        record.stage = .sent
        record.reached = now.wall
        record.type = value.type.word
        record.action = value.word
        record.attempts.append(OrderRecord.Attempt(time: now.wall))
    }

    /// Notes the result of the last attempt.
    mutating func noteAttempt(_ result: String, at now: Instant) {
        guard let last = record.attempts.indices.last else { return }
        let milliseconds = now.wall.milliseconds - record.attempts[last].time.milliseconds
        record.attempts[last].milliseconds = Double(max(0, milliseconds))
        record.attempts[last].result = result
    }

    /// The failure that explains the order best: that of the last attempt, unless the deadline cut it short.
    func decisive(_ last: Failure, at now: Instant) -> Failure {
        guard let failure, let milliseconds = record.attempts.last?.milliseconds else { return last }
        let isCutShort = deadline <= now + .milliseconds(5) && milliseconds < 1000
        return isCutShort ? failure : last
    }

    /// The changes to persist now: each attempt once when it begins and once when it ends.
    mutating func takeChanges() -> Record {
        let first = persistedAttempts
        var changed = record
        if first > 0 { changed.attempts.removeFirst(first) }
        let isOpen = record.attempts.last.map { $0.result == nil } ?? false
        persistedAttempts = record.attempts.count - (isOpen ? 1 : 0)
        return .order(changed, firstAttempt: first)
    }

    /// A level that a newer level may supersede, including a step relative to the last level (`+10`).
    var isLevel: Bool {
        if case .level = wish { return true }
        if case .level = value { return true }
        return false
    }

    /// A level that does not depend on the previous one.
    var isAbsoluteLevel: Bool {
        switch wish {
        case .level(.by), .level(.dimming): return false
        case .level(.to), .value, .toggle: return isLevel
        }
    }
}

/// The end of an order.
enum Ending: Sendable {
    case accepted
    /// Superseded by a newer order before it was carried out.
    case superseded(by: OrderID)
    /// The server answered and did not accept it.
    case refused(reason: String, hint: String?)
    /// The server was unreachable or did not answer, and there is no time for another try.
    case failed(PendingOrder.Failure)
    /// The deadline passed.
    case expired
    /// There is no signal for it.
    case impossible(SignalFault)
    /// The order could not be resolved, its element is gone, or the daemon is stopping.
    case fault(Fault)
}

extension Ending {
    var isAcceptance: Bool {
        if case .accepted = self { return true }
        return false
    }
}

extension PendingOrder.Origin {
    var word: OrderOrigin {
        switch self {
        case .request, .group: .socket
        case .scene(_, let origin), .sceneGroup(let origin): origin
        case .bus: .bus
        }
    }
}
