import DomoLanguage
import DomoModel

/// After an order was accepted: until the house is seen to obey, or the time is over.
struct Confirmations: Sendable {
    enum Step: Sendable {
        /// The house obeyed, and reports it.
        case confirmed(Awaiting, by: Value)
        /// The time is over; the house last reported something else.
        case mismatch(Awaiting, observed: Value)
        /// The time is over, and the house reported nothing; or nobody looks any more.
        case unconfirmed(Awaiting, reason: String)
        /// Whoever waits can't wait for longer; the house is looked at further.
        case undecided(PendingOrder)
        /// What was pushed of a facet while another one that moves with it was waited for, and nothing newer since.
        case released(ElementID, FacetType, Value?, heard: Instant)
        /// A newer order moves the same facet; nil where it was somebody else's.
        case overtaken(Awaiting, by: OrderID?)
    }

    /// An order that was accepted and not yet seen to be obeyed.
    struct Awaiting: Sendable {
        var order: PendingOrder
        var value: Value
        /// The least difference that the facet knows, where it is known.
        var precision: Decimal?
        var acceptedAt: Instant
        var until: Instant
        /// What was pushed meanwhile of the facets that move with it: it is not asked for again.
        var pushed: [FacetType: (value: Value?, heard: Instant)] = [:]
        /// How often it was asked for.
        var asked = 0
        /// It is reported to be on its way.
        var isMoving = false
        /// What the house last reported instead, and when.
        var observed: Value?
        var observedAt: Instant?
    }

    /// What is to be made of something that the house reports.
    enum Verdict {
        /// An order waits for it: it decides of that.
        case awaited
        /// A facet on its way: it says nothing yet.
        case onItsWay
        /// Nobody waits for it.
        case free
    }

    private var awaiting: [OrderID: Awaiting] = [:]
    /// The order that each facet waits for.
    private var awaited: [ElementID: [OrderID]] = [:]
    private var timers = Timers<OrderID, Instant>()
    private var steps: [Step] = []
    /// Orders that the house was seen to obey, and those that it was not.
    private(set) var confirmed = 0
    private(set) var unconfirmed = 0

    mutating func takeSteps() -> [Step] { steps.takeAll() }

    var hasSteps: Bool { !steps.isEmpty }
    var earliest: Instant? { timers.earliest }
    var isEmpty: Bool { awaited.isEmpty }
    var held: [String: Int] {
        ["awaiting": awaiting.count, "awaited": awaited.count, "confirmation steps": steps.count]
    }
    /// The elements that an order waits for.
    var elements: [ElementID] { awaited.keys.sorted { $0.number < $1.number } }

    func isAwaited(_ element: ElementID) -> Bool { awaited[element] != nil }

    func isAwaited(_ type: FacetType, of element: ElementID) -> Bool { order(type, of: element) != nil }

    /// When the last of the orders that the element waits for was accepted.
    func lastAcceptance(of element: ElementID) -> Instant? {
        (awaited[element] ?? []).compactMap { awaiting[$0]?.acceptedAt }.max()
    }

    private func order(_ type: FacetType, of element: ElementID) -> OrderID? {
        awaited[element]?.first { awaiting[$0]?.value.type == type }
    }

    // MARK: - From acceptance on

    /// - Parameters:
    ///   - precision: the least difference that the facet knows, where it is known.
    ///   - within: how long it is waited for.
    mutating func begin(
        _ order: PendingOrder,
        _ value: Value,
        precision: Decimal? = nil,
        within: Duration,
        at now: Instant
    ) {
        awaiting[order.id] = Awaiting(
            order: order,
            value: value,
            precision: precision,
            acceptedAt: now,
            until: now + within
        )
        awaited[order.element, default: []].append(order.id)
        timers.add(order.id, at: now + within)
        if let answerBy = order.answerBy { timers.add(order.id, at: max(answerBy, now)) }
        sweep()
    }

    /// Counts that the house is asked for an element once more.
    ///
    /// - Returns: how often it was asked before; nil where no order waits for it.
    mutating func noteAsked(_ element: ElementID) -> Int? {
        guard let order = awaited[element]?.first, let asked = awaiting[order]?.asked else { return nil }
        awaiting[order]?.asked += 1
        return asked
    }

    /// Something newer may have moved the facet: what was to be seen of an earlier order won't be seen any more.
    ///
    /// - Parameter newer: the order that did it; nil where it was somebody else.
    mutating func overtake(_ element: ElementID, by type: FacetType, of newer: OrderID?) {
        for order in awaited[element] ?? [] {
            guard let wait = awaiting[order], wait.value.type.moves(with: type) else { continue }
            forget(order)
            steps.append(.overtaken(wait, by: newer))
        }
    }

    /// The house reports what a facet is.
    ///
    /// - Parameter isPushed: it is reported by itself, once.
    mutating func hear(
        _ value: Value?,
        _ type: FacetType,
        of element: ElementID,
        isPushed: Bool = false,
        at now: Instant
    ) -> Verdict {
        dropReleased(type, of: element)
        guard let id = order(type, of: element), let wait = awaiting[id] else {
            // A lamp on its way to its level may still be off.
            let moving = (awaited[element] ?? []).last { awaiting[$0]?.value.type.moves(with: type) == true }
            guard let moving else { return .free }
            if isPushed { awaiting[moving]?.pushed[type] = (value, now) }
            return .onItsWay
        }
        if let value, wait.value.agrees(with: value, precision: wait.precision) {
            forget(id)
            confirmed += 1
            steps.append(.confirmed(wait, by: value))
            release(wait)
        } else {
            // Nil where the house doesn't know: then nothing contradicts the order any more.
            awaiting[id]?.observed = value
            awaiting[id]?.observedAt = now
        }
        return .awaited
    }

    /// An element reports that it is on its way, or no longer: until then it is waited for longer.
    mutating func note(isMoving: Bool, _ type: FacetType, of element: ElementID) {
        for id in awaited[element] ?? [] where awaiting[id]?.value.type == type { awaiting[id]?.isMoving = isMoving }
    }

    /// What the house reported last instead of what an order waits for.
    func contradiction(_ type: FacetType, of element: ElementID) -> (value: Value, heard: Instant)? {
        for wait in (awaited[element] ?? []).compactMap({ awaiting[$0] }) where wait.value.type == type {
            if let value = wait.observed, let heard = wait.observedAt { return (value, heard) }
        }
        return nil
    }

    /// What an endpoint reported before it became unreachable may no longer hold.
    mutating func forgetAnswers(where isMeant: (ElementID, FacetType) -> Bool) {
        for (id, wait) in awaiting {
            if isMeant(wait.order.element, wait.value.type) { awaiting[id]?.observed = nil }
            for type in wait.pushed.keys where isMeant(wait.order.element, type) { awaiting[id]?.pushed[type] = nil }
        }
    }

    // MARK: - Time

    mutating func wake(at now: Instant) {
        while let order = timers.popDue(at: now) { giveUp(order, at: now) }
    }

    private mutating func giveUp(_ order: OrderID, at now: Instant) {
        guard let wait = awaiting[order] else { return }
        guard wait.until <= now else {
            if wait.order.wait == .confirmed, let answerBy = wait.order.answerBy, answerBy <= now {
                awaiting[order]?.order.wait = .accepted
                steps.append(.undecided(wait.order))
            }
            return
        }
        if wait.isMoving, now < wait.acceptedAt + Movements.maxDuration {
            awaiting[order]?.until = now + .seconds(1)
            timers.add(order, at: now + .seconds(1))
            return
        }
        forget(order)
        unconfirmed += 1
        if let observed = wait.observed {
            steps.append(.mismatch(wait, observed: observed))
        } else {
            steps.append(.unconfirmed(wait, reason: "the house did not tell its state in time"))
        }
        release(wait)
    }

    /// What is heard now is newer than what was pushed earlier.
    private mutating func dropReleased(_ type: FacetType, of element: ElementID) {
        guard hasSteps else { return }
        steps.removeAll { step in
            if case .released(element, type, _, heard: _) = step { true } else { false }
        }
    }

    private mutating func release(_ wait: Awaiting) {
        for (type, one) in wait.pushed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            steps.append(.released(wait.order.element, type, one.value, heard: one.heard))
        }
    }

    private mutating func forget(_ order: OrderID) {
        guard let wait = awaiting.removeValue(forKey: order) else { return }
        let element = wait.order.element
        awaited[element]?.removeAll { $0 == order }
        if awaited[element]?.isEmpty == true { awaited[element] = nil }
    }

    /// Timers whose reason is gone are dropped when their turn comes, and swept out before they outnumber the living.
    private mutating func sweep() {
        guard timers.count > 1024, timers.count > 4 * awaiting.count else { return }
        let awaiting = awaiting
        timers.sweep { awaiting[$0] != nil }
    }

    /// Nobody looks any more.
    mutating func stop() {
        for wait in awaiting.values.sorted(by: { $0.order.id.number < $1.order.id.number }) {
            forget(wait.order.id)
            unconfirmed += 1
            steps.append(.unconfirmed(wait, reason: "domo was stopped before the house confirmed it"))
        }
    }

    // MARK: - Loads

    /// Takes in a new load of the houses: what is awaited goes on under the new numbers.
    ///
    /// - Parameters:
    ///   - element: an element's number now.
    ///   - endpoint: the endpoint that reports a facet now, where a value of it can be confirmed; nil where none does.
    ///   - moved: an endpoint's number now.
    /// - Returns: the elements that an order waits for.
    mutating func load(
        element: (ElementID) -> ElementID?,
        endpoint: (ElementID, Value) -> EndpointID?,
        moved number: (EndpointID) -> EndpointID?
    ) -> [ElementID] {
        let before = awaiting.values.sorted { $0.order.id.number < $1.order.id.number }
        awaiting = [:]
        awaited = [:]
        var moved: [ElementID] = []
        for var wait in before {
            guard let place = element(wait.order.element), let target = endpoint(place, wait.value) else {
                unconfirmed += 1
                steps.append(.unconfirmed(wait, reason: "the element left the house, or its server tells no state now"))
                continue
            }
            wait.order.element = place
            // What another endpoint reported is no answer to what this one is asked.
            if number(wait.order.endpoint) != target { wait.observed = nil }
            wait.order.endpoint = target
            awaiting[wait.order.id] = wait
            awaited[place, default: []].append(wait.order.id)
            moved.append(place)
        }
        return moved
    }
}
