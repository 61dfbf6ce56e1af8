import DomoLanguage
import DomoModel

/// An order's number; never used twice.
struct OrderID: Hashable, Sendable {
    let number: UInt64
}

/// An order that has not ended.
struct PendingOrder: Sendable {
    /// Who is told when it ends.
    enum Origin: Sendable {
        case request(RequestID)
        /// A step of a scene that something of this kind has started.
        case scene(StrandID, OrderOrigin)
        /// A telegram: nobody waits for the answer.
        case bus
        /// One of several that a request gave, which was answered with their numbers.
        case group
    }

    let id: OrderID
    let origin: Origin
    /// What the answer waits for.
    var wait: Awaited
    let wish: Order.Wish
    /// Absolute, once it is known: what depends on the state is settled when the order's turn comes.
    var value: Value?
    var element: ElementID
    /// Where it goes.
    var endpoint: EndpointID
    let received: Instant
    let deadline: Instant
    /// When whoever waits for the house to obey is answered at the latest; nil where nothing was said of that.
    let answerBy: Instant?
    /// What is told and stored of it.
    var record: OrderRecord
    /// Of this many attempts, from the first on, the end was persisted.
    var persistedAttempts = 0
    /// True where a sending, its own or that of an order it took the place of, may have been carried out unheard.
    var mayHaveActed = false
    /// False where its signal does more when it is sent twice.
    var mayRepeat = true
    /// The last try's failure.
    var failure: Failure?

    /// The element's whole path when the order was given.
    var path: String { record.element }
    /// Who gave it.
    var cause: Cause { record.by }
    var attempts: Int { record.attempts.count }

    /// True for one that a person gave, and no scene.
    var isByHand: Bool {
        switch origin {
        case .request, .bus, .group: true
        case .scene: false
        }
    }

    struct Failure: Sendable {
        var reason: String
        /// What to do about it, where the link knows.
        var hint: String?
        /// True where the endpoint did not answer at all.
        var isUnreachable = true
    }

    /// Another attempt begins.
    mutating func noteBegin(_ value: Value, at now: Instant) {
        record.stage = .sent
        record.reached = now.wall
        record.type = value.type.word
        record.action = value.word
        record.attempts.append(OrderRecord.Attempt(time: now.wall))
    }

    /// Takes in what became of the last attempt.
    mutating func noteAttempt(_ result: String, at now: Instant) {
        guard let last = record.attempts.indices.last else { return }
        let milliseconds = now.wall.milliseconds - record.attempts[last].time.milliseconds
        record.attempts[last].milliseconds = Double(max(0, milliseconds))
        record.attempts[last].result = result
    }

    /// What is to be persisted of it now: each attempt when it begins and when it ends, and not again.
    mutating func takeChanges() -> Record {
        let first = persistedAttempts
        var changed = record
        if first > 0 { changed.attempts.removeFirst(first) }
        let isOpen = record.attempts.last.map { $0.result == nil } ?? false
        persistedAttempts = record.attempts.count - (isOpen ? 1 : 0)
        return .order(changed, firstAttempt: first)
    }

    /// A level that a newer one may take the place of; a step from the last level (`+10`) may be superseded too.
    var isLevel: Bool {
        if case .level = wish { return true }
        if case .level = value { return true }
        return false
    }

    /// A level that does not depend on the one before.
    var isAbsoluteLevel: Bool {
        if case .level(.by) = wish { return false }
        return isLevel
    }
}

/// How an order ended.
enum Ending: Sendable {
    case accepted
    /// By a newer order, before it was carried out.
    case superseded(by: OrderID)
    /// The server answered and did not take it.
    case refused(reason: String, hint: String?)
    /// The server could not be reached, or did not answer, and there is no time to try again.
    case failed(PendingOrder.Failure)
    /// The deadline passed.
    case expired
    /// There is no signal for it.
    case impossible(SignalFault)
    /// It could not be settled what to do, or its element is gone, or the daemon is stopping.
    case fault(Fault)
}

extension PendingOrder.Origin {
    var word: OrderOrigin {
        switch self {
        case .request, .group: .socket
        case .scene(_, let origin): origin
        case .bus: .bus
        }
    }
}
