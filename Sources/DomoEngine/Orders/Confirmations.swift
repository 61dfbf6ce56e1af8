import DomoLanguage
import DomoModel

/// Accepted orders that wait until the house confirms them or their time is up.
struct Confirmations: Sendable {
    enum Step: Sendable {
        /// The house reports the ordered value.
        case confirmed(Awaiting, by: Value)
        /// Time is up; the house last reported something else.
        case mismatch(Awaiting, observed: Value)
        /// Time is up and the house reported nothing, or the daemon is stopping.
        case unconfirmed(Awaiting, reason: String)
        /// The caller's deadline passed; domo keeps waiting for the house.
        case undecided(PendingOrder)
        /// A report that was held back while an order for a related facet was waiting, and that nothing newer has
        /// replaced.
        case released(ElementID, FacetType, Value?, reported: Instant)
        /// A newer order moves the same facet; nil if somebody else did.
        case overtaken(Awaiting, by: OrderID?)
    }

    /// An accepted order that is not yet confirmed.
    struct Awaiting: Sendable {
        var order: PendingOrder
        var value: Value
        /// The smallest difference between two values of the facet, if known.
        var precision: Decimal?
        var acceptedAt: Instant
        var until: Instant
        /// Reports that were held back for related facets: these are not read again.
        var pushed: [FacetType: (value: Value?, reported: Instant)] = [:]
        /// How many reads were sent for it.
        var reads = 0
        /// The element reports that it is moving, for at most this long.
        var movesFor: Duration?
        /// What the house last reported instead, and when.
        var observed: Value?
        var observedAt: Instant?
    }

    /// How to treat a report of the house.
    enum Verdict {
        /// The order that waits for it is confirmed by it.
        case awaited
        /// An order waits for another value.
        case contradicts
        /// The facet is moving: the report means nothing yet.
        case moving
        /// No order waits for it.
        case free
    }

    private var awaiting: [OrderID: Awaiting] = [:]
    /// The waiting orders of each element.
    private var awaited: [ElementID: [OrderID]] = [:]
    private var timers = Timers<OrderID, Instant>()
    private var steps = Decisions<Step>()
    /// How many orders the house confirmed, and how many it did not.
    private(set) var confirmed = 0
    private(set) var unconfirmed = 0

    mutating func nextStep() -> Step? { steps.next() }

    var hasSteps: Bool { !steps.isEmpty }
    var earliest: Instant? { timers.earliest }
    var isEmpty: Bool { awaited.isEmpty }
    var held: [String: Int] {
        ["awaiting": awaiting.count, "awaited": awaited.count, "confirmation steps": steps.count]
    }
    /// The elements with a waiting order.
    var elements: [ElementID] { awaited.keys.sorted { $0.number < $1.number } }

    func isAwaited(_ element: ElementID) -> Bool { awaited[element] != nil }

    func isAwaited(_ type: FacetType, of element: ElementID) -> Bool { order(type, of: element) != nil }

    /// When the last of the element's waiting orders was accepted; nil if none waits.
    func lastAcceptance(of element: ElementID) -> Instant? {
        (awaited[element] ?? []).compactMap { awaiting[$0]?.acceptedAt }.max()
    }

    private func order(_ type: FacetType, of element: ElementID) -> OrderID? {
        awaited[element]?.first { awaiting[$0]?.value.type == type }
    }

    // MARK: - From acceptance on

    /// - Parameters:
    ///   - precision: the smallest difference between two values of the facet, if known.
    ///   - within: how long to wait.
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

    /// Counts a read of an element.
    ///
    /// - Returns: the number of reads before; nil if no order waits for the element.
    mutating func noteRead(of element: ElementID) -> Int? {
        guard let order = awaited[element]?.first, let reads = awaiting[order]?.reads else { return nil }
        awaiting[order]?.reads += 1
        return reads
    }

    /// Something newer may have moved the facet, so earlier orders can no longer be confirmed.
    ///
    /// - Parameter newer: the order that did it; nil if it was somebody else.
    mutating func overtake(_ element: ElementID, by type: FacetType, of newer: OrderID?) {
        for order in awaited[element] ?? [] {
            guard let wait = awaiting[order],
                wait.value.type.moves(with: type) || type == .bidirectional && wait.order.isLevelOfCover
            else { continue }
            forget(order)
            steps.append(.overtaken(wait, by: newer))
        }
    }

    /// The house reports the state of a facet.
    ///
    /// - Parameter isPushed: true for an unsolicited report.
    mutating func resolve(
        reported value: Value?,
        _ type: FacetType,
        of element: ElementID,
        isPushed: Bool = false,
        at now: Instant
    ) -> Verdict {
        dropReleased(type, of: element)
        guard let id = order(type, of: element), let wait = awaiting[id] else {
            // A lamp that is moving to its level may still be off.
            let moving = (awaited[element] ?? []).last { order in
                awaiting[order].map { type.moves(with: $0.value.type) } ?? false
            }
            guard let moving else { return .free }
            if isPushed { awaiting[moving]?.pushed[type] = (value, now) }
            return .moving
        }
        if let value, wait.value.agrees(with: value, precision: wait.precision) {
            forget(id)
            confirmed += 1
            steps.append(.confirmed(wait, by: value))
            release(wait)
            return .awaited
        }
        // Nil if the house doesn't know: then nothing contradicts the order any more.
        awaiting[id]?.observed = value
        awaiting[id]?.observedAt = now
        return .contradicts
    }

    /// An element reports that it started or stopped moving: while it moves, the wait is extended.
    mutating func note(isMoving: Bool, _ type: FacetType, of element: ElementID, limit: Duration) {
        for id in awaited[element] ?? [] where awaiting[id]?.value.type == type {
            awaiting[id]?.movesFor = isMoving ? limit : nil
        }
    }

    /// What an order was for can only be reported from now on.
    ///
    /// - Parameter within: how long to wait.
    mutating func begin(waitingFor type: FacetType, of element: ElementID, within: Duration, at now: Instant) {
        for id in awaited[element] ?? [] where awaiting[id]?.value.type == type {
            awaiting[id]?.until = now + within
            timers.add(id, at: now + within)
        }
    }

    /// What the house last reported instead of the value that an order waits for.
    func contradiction(_ type: FacetType, of element: ElementID) -> (value: Value, reported: Instant)? {
        for wait in (awaited[element] ?? []).compactMap({ awaiting[$0] }) where wait.value.type == type {
            if let value = wait.observed, let moment = wait.observedAt { return (value, moment) }
        }
        return nil
    }

    /// Reports of an endpoint that became unreachable may be outdated.
    mutating func forgetReports(where matches: (ElementID, FacetType) -> Bool) {
        for (id, wait) in awaiting {
            if matches(wait.order.element, wait.value.type) { awaiting[id]?.observed = nil }
            for type in wait.pushed.keys where matches(wait.order.element, type) { awaiting[id]?.pushed[type] = nil }
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
        if let limit = wait.movesFor, now < wait.acceptedAt + limit {
            awaiting[order]?.until = now + .seconds(1)
            timers.add(order, at: now + .seconds(1))
            return
        }
        forget(order)
        unconfirmed += 1
        if let observed = wait.observed {
            steps.append(.mismatch(wait, observed: observed))
        } else {
            steps.append(.unconfirmed(wait, reason: "the house did not report its state in time"))
        }
        release(wait)
    }

    /// A new report replaces those held back earlier.
    private mutating func dropReleased(_ type: FacetType, of element: ElementID) {
        guard hasSteps else { return }
        steps.removeAll { step in
            if case .released(element, type, _, reported: _) = step { true } else { false }
        }
    }

    private mutating func release(_ wait: Awaiting) {
        for (type, one) in wait.pushed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            steps.append(.released(wait.order.element, type, one.value, reported: one.reported))
        }
    }

    private mutating func forget(_ order: OrderID) {
        guard let wait = awaiting.removeValue(forKey: order) else { return }
        let element = wait.order.element
        awaited[element]?.removeAll { $0 == order }
        if awaited[element]?.isEmpty == true { awaited[element] = nil }
    }

    /// Obsolete timers are dropped when they expire, and swept out before they outnumber the others.
    private mutating func sweep() {
        guard timers.count > 1024, timers.count > 4 * awaiting.count else { return }
        let awaiting = awaiting
        timers.sweep { awaiting[$0] != nil }
    }

    /// Ends all waits.
    mutating func stop() {
        for wait in awaiting.values.sorted(by: { $0.order.id.number < $1.order.id.number }) {
            forget(wait.order.id)
            unconfirmed += 1
            steps.append(.unconfirmed(wait, reason: "domo stopped before the house confirmed it"))
        }
    }

    // MARK: - Loads

    /// Applies a new load: waiting orders continue under the new numbers.
    ///
    /// - Parameters:
    ///   - element: an element's new number.
    ///   - endpoint: the endpoint that reports a facet now, if the value can be confirmed; otherwise nil.
    ///   - moved: an endpoint's new number.
    /// - Returns: the elements with a waiting order.
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
                steps.append(.unconfirmed(wait, reason: "the element or its reported state was removed"))
                continue
            }
            wait.order.element = place
            // A report of the previous endpoint does not answer a read of this one.
            if number(wait.order.endpoint) != target { wait.observed = nil }
            wait.order.endpoint = target
            awaiting[wait.order.id] = wait
            awaited[place, default: []].append(wait.order.id)
            moved.append(place)
        }
        return moved
    }
}
