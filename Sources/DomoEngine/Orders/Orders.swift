import DomoLanguage
import DomoModel

/// The life cycle of orders: one at a time per element, in order of arrival, as many in parallel as an endpoint takes,
/// each within its deadline, and after acceptance until the house confirms it.
///
/// Pure decisions: its steps say what to do, and the engine carries them out.
struct Orders: ~Copyable, Sendable {
    /// The maximum number of unfinished orders.
    private let maxOrders: Int
    /// The tries of an order that no receiver acknowledges.
    private static let maxUnacknowledged = 3

    // Used only in the files of this struct.
    var lanes = Lanes()
    var flights = Flights()
    /// Accepted orders that wait for a confirmation.
    var confirmations = Confirmations()
    /// The records of orders, including ended ones.
    var log = OrderLog()
    private var steps = Decisions<Step>()
    private var timers = Timers<Due, Instant>()
    /// The highest order number so far.
    private(set) var lastOrder: UInt64 = 0
    private var lastDispatch: UInt64 = 0
    private(set) var isStopping = false

    init(maxOrders: Int = 65_536) {
        self.maxOrders = maxOrders
    }

    mutating func nextStep() -> Step? { steps.next() }

    mutating func decide(_ step: Step) { steps.append(step) }

    var hasSteps: Bool { !steps.isEmpty || confirmations.hasSteps }
    var earliest: Instant? {
        var earliest = timers.earliest
        earliest.lower(to: confirmations.earliest)
        return earliest
    }
    /// True while a dispatch has no outcome yet.
    var isSending: Bool { !flights.isEmpty }
    var hasReady: Bool { lanes.hasReady }
    /// The orders in flight.
    var inFlight: Set<OrderID> { flights.orders }
    func hasReady(_ endpoint: EndpointID) -> Bool { lanes.hasReady(endpoint) }
    func waiting(for endpoint: EndpointID) -> Int { lanes.waiting(for: endpoint) }
    /// The number of items held, by name, for tests that check whether anything is left over.
    var held: [String: Int] {
        let own = [
            "unsaved orders": log.new.count, "orders": lanes.count, "lanes": lanes.laneCount, "flights": flights.count,
            "abandoned": flights.abandonedCount, "order timers": timers.count, "order steps": steps.count,
            "waiting": lanes.waitingCount,
        ]
        return own.merging(confirmations.held) { $0 + $1 }
    }

    subscript(id: OrderID) -> PendingOrder? { lanes[id] }

    /// True if no order for the element is in flight.
    func isIdle(_ element: ElementID) -> Bool { lanes.isIdle(element) }

    mutating func nextOrderID() -> OrderID {
        lastOrder += 1
        return OrderID(number: lastOrder)
    }

    mutating func nextDispatchID() -> Dispatch.ID {
        lastDispatch += 1
        return Dispatch.ID(lastDispatch)
    }

    /// Order numbers up to this one are taken.
    mutating func skip(upTo number: UInt64) { lastOrder = max(lastOrder, number) }

    /// Stores the engine's changes to an unfinished order.
    mutating func set(_ order: PendingOrder) { lanes.set(order) }

    // MARK: - New orders

    /// The waiting level that an order would take the place of.
    func level(supersededBy order: PendingOrder) -> PendingOrder? { lanes.superseded(by: order) }

    mutating func submit(_ order: consuming PendingOrder, to endpoint: Endpoint, at now: Instant) {
        log.noteNew(order.id)
        if let ending = refusal(of: order, to: endpoint, at: now) { return report(order, ending) }
        let isStop = order.value == .stop
        if isStop { overtake(with: &order) }
        if let overtaken = lanes.superseded(by: order) {
            order.mayHaveActed = overtaken.mayHaveActed
            lanes.removeNewest(overtaken)
            report(overtaken, .superseded(by: order.id))
        }
        if order.notBefore == nil, lanes.hasHeld { endHeld(before: order, at: now) }
        lanes.append(order)
        if isStop { lanes.moveToFront(order) }
        timers.add(.deadline(order.id), at: order.deadline)
        if timers.count > 1024, timers.count > 4 * lanes.count { sweepTimers() }
    }

    /// Ends an order that was not submitted.
    mutating func refuse(_ order: consuming PendingOrder, _ ending: Ending) {
        log.noteNew(order.id)
        report(order, ending)
    }

    private func refusal(of order: PendingOrder, to endpoint: Endpoint, at now: Instant) -> Ending? {
        if isStopping { return .fault(Self.stopping) }
        if let ending = endpoint.refusal(of: order, at: now) { return ending }
        guard lanes.count < maxOrders else {
            return .fault(Fault(.busy, "\(lanes.count) orders are already waiting", hint: "try again in a moment"))
        }
        return nil
    }

    /// A stop supersedes all waiting or retrying orders that would move what it stops. Orders that move something else
    /// stay, behind the stop.
    private mutating func overtake(with stop: inout PendingOrder) {
        for order in lanes.orders(in: stop.lane) where lanes.isWithdrawable(order.id) {
            guard order.movesCover else { continue }
            stop.mayHaveActed = stop.mayHaveActed || order.mayHaveActed
            endWithdrawable(order, .superseded(by: stop.id))
        }
    }

    /// An order supersedes those of its element that wait because they were above their rate: nobody waits for another's
    /// rate, and none is sent after a newer one.
    private mutating func endHeld(before order: PendingOrder, at now: Instant) {
        for held in lanes.orders(in: order.lane) where lanes.isWithdrawable(held.id) {
            guard held.element == order.element, let time = held.notBefore, now < time, held.attempts == 0 else {
                continue
            }
            endWithdrawable(held, .superseded(by: order.id))
        }
    }

    // MARK: - Sending

    /// The next order that may be sent to an endpoint now: the engine resolves its value, and sends or ends it.
    mutating func next(for endpoint: EndpointID, _ admission: Links.Admission, at now: Instant) -> PendingOrder? {
        while let element = lanes.popReady(endpoint, admission) {
            guard let order = lanes.takeNext(of: element) else { continue }
            if order.endpoint != endpoint {
                lanes.postpone(order)
            } else if order.deadline <= now {
                // If the order ends here, the next one in the lane waits for its own turn.
                finish(order, .expired)
            } else if let time = order.notBefore, now < time {
                lanes.hold(order)
                timers.add(.retry(order.id), at: time)
            } else if let failure = order.failure, now + Self.minTry >= order.deadline {
                finish(order, .failed(failure))
            } else {
                return order
            }
        }
        return nil
    }

    /// Sends an order that was next.
    ///
    /// - Parameter isProbe: it is the only one that tries an unreachable endpoint.
    mutating func send(
        _ order: consuming PendingOrder,
        _ value: Value,
        via port: any LinkPort,
        isProbe: Bool,
        at now: Instant
    ) {
        let dispatch = nextDispatchID()
        order.value = value
        order.noteBegin(value, at: now)
        lanes.began(order, dispatch)
        let flight = Flight(
            order: order.id,
            element: order.element,
            endpoint: order.endpoint,
            value: value,
            cause: order.cause,
            port: port,
            isProbe: isProbe
        )
        flights.add(dispatch, flight)
        steps.append(.send(dispatch, value, of: order.element, to: order.endpoint, timeout: order.deadline - now))
    }

    /// - Returns: the record to persist; nil if the order has ended in the meantime.
    mutating func noteSent(_ id: Dispatch.ID, signal: String?) -> Record? {
        guard let flight = flights[id] else { return nil }
        return lanes.update(flight.order) { order in
            if order.record.signal == nil { order.record.signal = signal }
            log.note(order.record)
            return order.takeChanges()
        }
    }

    // MARK: - Outcomes

    /// A dispatch without an outcome yet.
    func flight(_ id: Dispatch.ID) -> Flight? { flights[id] }

    /// - Parameter route: the present endpoint of an order. An order that was not sent may use another endpoint on its
    ///   next try.
    /// - Returns: an order that failed, for `retry`; nil if it ended.
    mutating func handle(
        _ outcome: Outcome,
        of id: Dispatch.ID,
        at now: Instant,
        route: (PendingOrder) -> EndpointID?
    ) -> FailedTry? {
        guard let (flight, isAbandoned) = flights.remove(id) else { return nil }
        // Earlier orders can no longer be confirmed once a newer one may have moved the element.
        if outcome.mayHaveActed, !flight.isOvertaken, let element = flight.element {
            confirmations.overtake(element, by: flight.value.type, of: flight.order)
        }
        guard !isAbandoned, var order = lanes.removeOrder(flight.order) else {
            // The pulse of a press has to be ended, whatever was ordered since.
            if flight.value == .press {
                steps.append(.pressAnswered(flight.order, flight.element, hasActed: outcome.mayHaveActed))
            }
            if outcome == .accepted, !flight.isOvertaken, let element = flight.element {
                steps.append(.acceptedLate(element: element, flight.value, cause: flight.cause))
            }
            return nil
        }
        order.noteAttempt(outcome.text, at: now)
        if case .notSent = outcome, !order.mayHaveActed { order.endpoint = route(order) ?? order.endpoint }
        lanes.landed(order)
        switch outcome {
        case .accepted, .expired: finish(order, outcome == .accepted ? .accepted : .expired)
        case .impossible(let fault): finish(order, .impossible(fault))
        case .refused(let reason, isPassing: false, _, let hint): finish(order, .refused(reason: reason, hint: hint))
        case .refused(let reason, isPassing: true, _, let hint):
            return FailedTry(order, .init(reason: reason, hint: hint, isUnreachable: false), at: now)
        case .notSent(let reason, let hint): return FailedTry(order, .init(reason: reason, hint: hint), at: now)
        case .unacknowledged(let reason):
            let failure = PendingOrder.Failure(reason: reason, isUnreachable: false, isUnacknowledged: true)
            return uncertain(order, failure, tries: Self.maxUnacknowledged, flight, at: now)
        case .lost(let reason): return uncertain(order, .init(reason: reason), tries: .max, flight, at: now)
        }
        return nil
    }

    /// A try that may have been carried out.
    private mutating func uncertain(
        _ pending: PendingOrder,
        _ failure: PendingOrder.Failure,
        tries: Int,
        _ flight: Flight,
        at now: Instant
    ) -> FailedTry? {
        var order = pending
        order.mayHaveActed = true
        let failed = FailedTry(order, failure, at: now)
        if flight.isOperatedByOthers {
            finish(order, .failed(failed.failure.notRepeated))
        } else if order.mayRepeat, order.attempts < tries {
            return failed
        } else {
            finish(order, .failed(failed.failure))
        }
        return nil
    }

    /// Tries an order again, if there is time.
    ///
    /// - Parameter next: the earliest time of the next try.
    mutating func retry(_ failed: consuming FailedTry, at next: Instant) {
        let failure = failed.failure
        var order = failed.order
        order.failure = failure
        guard !isStopping, next + Self.minTry < order.deadline else { return finish(order, .failed(failure)) }
        // An order that would be retried is superseded by a waiting stop; one without time for a retry has failed.
        let stop = lanes.orders(in: order.lane).last { $0.value == .stop && $0.id != order.id }
        if order.value != nil, order.movesCover, var stop {
            stop.mayHaveActed = stop.mayHaveActed || order.mayHaveActed
            lanes.set(stop)
            return finish(order, .superseded(by: stop.id))
        }
        lanes.backOff(order)
        if let stop { lanes.moveToFront(stop) }
        timers.add(.retry(order.id), at: next)
    }

    /// Ends the current order of a lane and makes the next one ready.
    mutating func finish(_ order: consuming PendingOrder, _ ending: Ending) {
        let lane = order.lane
        end(order, ending)
        lanes.makeReady(lane, endingCurrent: true)
    }

    /// Ends an order that is fulfilled already.
    mutating func finishWithoutSignal(_ order: consuming PendingOrder, _ value: Value) {
        order.value = value
        finish(order, .accepted)
    }

    /// Ends an order that is not in flight.
    private mutating func end(_ order: consuming PendingOrder, _ ending: Ending) {
        lanes.remove(order)
        report(order, ending)
    }

    mutating func report(_ order: consuming PendingOrder, _ ending: Ending) {
        log.count(ending)
        steps.append(.ended(order, ending))
    }

    /// Orders don't wait for an endpoint that has been unreachable for long: they fail together with the try.
    mutating func giveUp(on endpoint: EndpointID, reason: String) {
        endWaiting(for: endpoint, with: .failed(.init(reason: reason, isUnreachable: true)))
    }

    /// Ends all orders that are not in flight, in order of arrival.
    private mutating func endWaiting(for endpoint: EndpointID? = nil, with ending: Ending) {
        let inFlight = flights.orders
        for order in lanes.inOrder where (endpoint == nil || order.endpoint == endpoint) && !inFlight.contains(order.id)
        {
            endWithdrawable(order, ending)
        }
    }

    /// Ends an order that is not in flight but may be the current one.
    private mutating func endWithdrawable(_ order: PendingOrder, _ ending: Ending) {
        if lanes[order.lane]?.current == order.id { finish(order, ending) } else { end(order, ending) }
    }

    // MARK: - Time

    mutating func wake(at now: Instant) {
        while let due = timers.popDue(at: now) {
            switch due {
            case .deadline(let id):
                if let order = lanes[id] { expire(order, at: now) }
            case .retry(let id):
                guard let order = lanes[id], lanes.isBackingOff(order) else { continue }
                lanes.makeReady(order.lane, endingCurrent: false)
            }
        }
        confirmations.wake(at: now)
    }

    private mutating func sweepTimers() {
        let lanes = lanes
        timers.sweep { due in
            switch due {
            case .deadline(let id), .retry(let id): lanes[id] != nil
            }
        }
    }

    private mutating func expire(_ order: PendingOrder, at now: Instant) {
        let lane = lanes[order.lane]
        guard lane?.current == order.id else { return end(order, .expired) }
        guard case .inFlight(let dispatch)? = lane?.phase else { return finish(order, .expired) }
        guard order.deadline + Self.grace <= now else {
            return timers.add(.deadline(order.id), at: order.deadline + Self.grace)
        }
        abandon(order, dispatch, at: now)
    }

    /// Ends an order in flight without an outcome.
    private mutating func abandon(_ order: consuming PendingOrder, _ dispatch: Dispatch.ID, at now: Instant) {
        order.mayHaveActed = true
        order.noteAttempt("no answer", at: now)
        lanes.landed(order)
        if let flight = flights.abandon(dispatch) { steps.append(.cancel(dispatch, via: flight.port)) }
        finish(order, .expired)
    }

    // MARK: - The end

    mutating func stop() {
        isStopping = true
        endWaiting(with: .fault(Self.stopping))
    }

    /// Ends the orders in flight too.
    mutating func giveUp(at now: Instant) {
        stop()
        for (dispatch, flight) in flights.awaited {
            guard var order = lanes[flight.order] else { continue }
            order.failure = .init(reason: "domo stopped before the answer arrived", isUnreachable: true)
            abandon(order, dispatch, at: now)
        }
    }

    func isWithdrawable(_ id: OrderID) -> Bool { lanes.isWithdrawable(id) }

    /// Ends an order that was not sent, or waits for another try.
    ///
    /// - Returns: false if the order is in flight or has ended.
    mutating func withdraw(_ id: OrderID, with fault: Fault) -> Bool {
        guard lanes.isWithdrawable(id), let order = lanes[id] else { return false }
        endWithdrawable(order, .fault(fault))
        return true
    }
}
