import DomoLanguage
import DomoModel

/// Gets orders to their servers: one at a time per element and in the order in which they came, as many side by side as
/// a server takes, each inside its deadline.
///
/// It decides alone; what is to be done stands in `steps`, which its owner takes and carries out.
struct Delivery: Sendable {
    enum Step: Sendable {
        case send(Dispatch.ID, element: ElementID, Value, timeout: Duration, server: Int)
        case cancel(Dispatch.ID, via: any Driver)
        case ended(PendingOrder, Ending)
        /// An order that ended with its deadline was accepted after all, and nothing newer was sent to its element.
        case acceptedLate(element: ElementID, Value, cause: Cause)
        case inReach(server: Int)
        case outOfReach(server: Int, reason: String)
    }

    /// The orders of one element.
    struct Lane: Sendable {
        enum Phase: Sendable {
            /// In its server's queue. → `inFlight`
            case ready
            /// → `backingOff` when the try failed, `ready` when the order ended.
            case inFlight(Dispatch.ID)
            /// The current order waits for its next try. → `ready`
            case backingOff
        }

        var phase = Phase.ready
        /// The order whose turn it is.
        var current: OrderID?
        /// Behind it; those that ended meanwhile are skipped when their turn comes.
        var waiting = Queue<OrderID>()
        /// The newest order, ended or not.
        var newest: OrderID?
    }

    /// A dispatch that was not reported yet.
    struct Flight: Sendable {
        var order: OrderID
        /// Nil where a load took the element away.
        var element: ElementID?
        var server: Int?
        var action: Value
        var cause: Cause
        /// Where it was sent, and stays even when a load brings its element another server.
        var driver: any Driver
        /// True where it alone tries a server that is out of reach.
        var isProbe: Bool
        /// True where a newer dispatch went to the element, so that a late acceptance says nothing any more.
        var isOvertaken = false
    }

    enum Due: Hashable, Sendable {
        /// An order's deadline.
        case deadline(OrderID)
        /// An order may be tried again.
        case retry(OrderID)
        /// A server out of reach, or one that asked for quiet, may be tried again.
        case probe(server: Int)
    }

    static let backoff = Backoff(first: .milliseconds(100), longest: .seconds(1))
    /// The shortest time left in which another try makes sense.
    static let shortestTry: Duration = .milliseconds(50)
    /// How long after the deadline a driver has to say itself why it got no answer.
    static let grace: Duration = .milliseconds(100)

    /// A server that asks for a longer quiet is asked again all the same.
    static let longestQuiet: Duration = .seconds(3600)

    /// More unfinished orders than this are refused.
    var mostOrders = 65_536

    var servers: [ServerState] = []
    var steps: [Step] = []
    var orders: [OrderID: PendingOrder] = [:]
    var lanes: [ElementID: Lane] = [:]
    var flights: [Dispatch.ID: Flight] = [:]
    /// Of the flights, those whose orders have ended.
    var abandoned: Set<Dispatch.ID> = []
    var timers = Timers<Due, Instant>()
    var random: SplitMix64
    private(set) var lastOrder: UInt64 = 0
    private var lastDispatch: UInt64 = 0
    var isStopping = false

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func takeSteps() -> [Step] {
        defer { steps.removeAll(keepingCapacity: true) }
        return steps
    }

    mutating func nextOrderID() -> OrderID {
        lastOrder += 1
        return OrderID(number: lastOrder)
    }

    /// For a dispatch or a query.
    mutating func nextDispatchID() -> Dispatch.ID {
        lastDispatch += 1
        return Dispatch.ID(lastDispatch)
    }

    /// Orders get higher numbers than this from now on.
    mutating func skipOrders(upTo number: UInt64) {
        lastOrder = max(lastOrder, number)
    }

    // MARK: Taking orders in

    mutating func submit(_ order: PendingOrder, at now: Instant) {
        let server = servers[order.server]
        if isStopping {
            steps.append(.ended(order, .fault(Self.stopping)))
            return
        }
        if let outage = server.breaker.outage, server.breaker.isGivenUp(at: now), !server.breaker.mayTry(at: now) {
            steps.append(.ended(order, .failed(.init(reason: outage.reason, isOutOfReach: true))))
            return
        }
        if let quiet = server.quietUntil, now < quiet, order.deadline < quiet + Self.shortestTry {
            let reason =
                "it asked to be left alone for \(DurationText.write(.seconds((quiet - now).components.seconds + 1)))"
            steps.append(.ended(order, .failed(.init(reason: reason, isOutOfReach: false))))
            return
        }
        guard orders.count < mostOrders else {
            let fault = Fault(.busy, "\(orders.count) orders are waiting already", hint: "try again in a moment")
            steps.append(.ended(order, .fault(fault)))
            return
        }
        var order = order
        var lane = lanes.removeValue(forKey: order.element)
        if let overtaken = lane.flatMap({ superseded(by: order, in: $0) }) {
            order.mayHaveActed = overtaken.mayHaveActed
            end(overtaken, .superseded)
            if lane?.current == overtaken.id {
                lane?.current = nil
                if case .backingOff? = lane?.phase {
                    lane?.phase = .ready
                    servers[order.server].ready.append(order.element)
                }
            } else {
                lane?.waiting.removeLast()
            }
        }
        if lane == nil {
            lane = Lane()
            servers[order.server].ready.append(order.element)
        }
        lane!.waiting.append(order.id)
        lane!.newest = order.id
        lanes[order.element] = lane
        orders[order.id] = order
        servers[order.server].waiting += 1
        timers.add(.deadline(order.id), at: order.deadline)
        if timers.count > 1024, timers.count > 4 * orders.count { sweepTimers() }
    }

    /// The order at the lane's end, where it is a level that waits and the new one makes it pointless.
    private func superseded(by order: PendingOrder, in lane: Lane) -> PendingOrder? {
        guard order.isAbsoluteLevel, let newest = lane.newest.flatMap({ orders[$0] }), newest.isLevel else {
            return nil
        }
        if case .inFlight = lane.phase, lane.current == newest.id { return nil }
        return newest
    }

    // MARK: Sending

    /// True where no order for the element is under way.
    func isIdle(_ element: ElementID) -> Bool {
        if case .inFlight? = lanes[element]?.phase { false } else { true }
    }

    /// True where an order waits for nothing but its server.
    var hasReady: Bool { servers.contains { !$0.ready.isEmpty } }

    /// Sends what may be sent now.
    ///
    /// - Parameter settle: finds out what an order means that depends on the state.
    mutating func pump(at now: Instant, settle: (PendingOrder) -> Result<Value, Fault>) {
        for number in servers.indices {
            while servers[number].mayTake(at: now), let element = servers[number].ready.popFirst() {
                sendNext(of: element, from: number, at: now, settle: settle)
            }
        }
    }

    private mutating func sendNext(
        of element: ElementID,
        from number: Int,
        at now: Instant,
        settle: (PendingOrder) -> Result<Value, Fault>
    ) {
        // A lane that ended while it stood in the queue, or stands there twice, has nothing to say.
        guard var lane = lanes[element], case .ready = lane.phase else { return }
        while let id = lane.current ?? lane.waiting.popFirst() {
            lane.current = nil
            guard var order = orders[id] else { continue }
            if order.deadline <= now {
                end(order, .expired)
                continue
            }
            if order.action == nil {
                switch settle(order) {
                case .success(let action): order.action = action
                case .failure(let fault):
                    end(order, .fault(fault))
                    continue
                }
            }
            guard let action = order.action else { continue }
            let dispatch = nextDispatchID()
            order.record.stage = .sent
            order.record.reached = now.wall
            order.record.type = action.type.word
            order.record.action = action.word
            order.record.attempts.append(OrderRecord.Attempt(time: now.wall))
            orders[id] = order
            lane.current = id
            lane.phase = .inFlight(dispatch)
            lanes[element] = lane
            for other in abandoned where flights[other]?.element == element { flights[other]?.isOvertaken = true }
            flights[dispatch] = Flight(
                order: id,
                element: element,
                server: number,
                action: action,
                cause: order.cause,
                driver: servers[number].profile.driver,
                isProbe: servers[number].breaker.outage != nil
            )
            servers[number].inFlight += 1
            servers[number].waiting -= 1
            servers[number].breaker.willTry()
            steps.append(.send(dispatch, element: element, action, timeout: order.deadline - now, server: number))
            return
        }
        lanes[element] = nil
    }

    // MARK: What becomes of it

    mutating func outcome(_ outcome: Outcome, of id: Dispatch.ID, at now: Instant) {
        guard let flight = flights.removeValue(forKey: id) else { return }
        if let number = flight.server { note(outcome, of: flight, from: number, at: now) }
        defer { if let number = flight.server, outcome.tellsOfServer { giveUpIfLost(number, at: now) } }
        guard abandoned.remove(id) == nil, var order = orders[flight.order] else {
            if outcome == .accepted, !flight.isOvertaken, let element = flight.element {
                steps.append(.acceptedLate(element: element, flight.action, cause: flight.cause))
            }
            return
        }
        order.noteAttempt(outcome.text, at: now)
        servers[order.server].waiting += 1
        switch outcome {
        case .accepted: finish(order, .accepted)
        case .impossible(let fault): finish(order, .impossible(fault))
        case .refused(let reason, isPassing: false, _): finish(order, .refused(reason: reason))
        case .refused(let reason, isPassing: true, _):
            retry(order, after: .init(reason: reason, isOutOfReach: false), mayHaveActed: false, at: now)
        case .notSent(let reason):
            retry(order, after: .init(reason: reason, isOutOfReach: true), mayHaveActed: false, at: now)
        case .lost(let reason):
            retry(order, after: .init(reason: reason, isOutOfReach: true), mayHaveActed: true, at: now)
        }
    }

    private mutating func retry(
        _ order: PendingOrder,
        after failure: PendingOrder.Failure,
        mayHaveActed: Bool,
        at now: Instant
    ) {
        var order = order
        order.failure = failure
        order.mayHaveActed = order.mayHaveActed || mayHaveActed
        var next = now + Self.backoff.delay(failures: order.attempts, using: &random)
        if let quiet = servers[order.server].quietUntil { next = max(next, quiet) }
        guard !isStopping, next + Self.shortestTry < order.deadline else {
            finish(order, .failed(failure))
            return
        }
        orders[order.id] = order
        lanes[order.element]?.phase = .backingOff
        timers.add(.retry(order.id), at: next)
    }

    /// Ends the current order of a lane and lets the next one come up.
    mutating func finish(_ order: PendingOrder, _ ending: Ending) {
        end(order, ending)
        lanes[order.element]?.current = nil
        makeReady(order.element, on: order.server)
    }

    private mutating func makeReady(_ element: ElementID, on server: Int) {
        guard let lane = lanes[element] else { return }
        if lane.current == nil, lane.waiting.isEmpty {
            lanes[element] = nil
            return
        }
        lanes[element]?.phase = .ready
        servers[server].ready.append(element)
    }

    /// Ends an order that is not in flight.
    mutating func end(_ order: PendingOrder, _ ending: Ending) {
        orders[order.id] = nil
        servers[order.server].waiting -= 1
        steps.append(.ended(order, ending))
    }

    /// Nobody waits for a server that has been out of reach for long: its orders fail with the try that failed.
    mutating func giveUpIfLost(_ number: Int, at now: Instant) {
        let breaker = servers[number].breaker
        guard let outage = breaker.outage, breaker.isGivenUp(at: now) else { return }
        endWaiting(on: number, with: .failed(.init(reason: outage.reason, isOutOfReach: true)))
    }

    /// Ends every order that is not in flight, in the order in which they came.
    mutating func endWaiting(on number: Int? = nil, with ending: Ending) {
        let inFlight = Set(flights.values.map(\.order))
        let waiting = orders.values
            .filter { (number == nil || $0.server == number) && !inFlight.contains($0.id) }
            .sorted { $0.id.number < $1.id.number }
        for order in waiting {
            if lanes[order.element]?.current == order.id { finish(order, ending) } else { end(order, ending) }
        }
    }

    // MARK: Time

    mutating func wake(at now: Instant) {
        while let reason = timers.popDue(at: now) {
            switch reason {
            case .deadline(let id):
                if let order = orders[id] { expire(order, at: now) }
            case .retry(let id):
                guard let order = orders[id], case .backingOff? = lanes[order.element]?.phase,
                    lanes[order.element]?.current == id
                else { continue }
                makeReady(order.element, on: order.server)
            case .probe:
                // Whatever waits for the server goes out when the queues are pumped.
                continue
            }
        }
    }

    private mutating func sweepTimers() {
        timers.sweep { reason in
            switch reason {
            case .deadline(let id), .retry(let id): orders[id] != nil
            case .probe(let server): servers[server].breaker.outage != nil || servers[server].quietUntil != nil
            }
        }
    }

    private mutating func expire(_ order: PendingOrder, at now: Instant) {
        let lane = lanes[order.element]
        guard lane?.current == order.id else {
            end(order, .expired)
            return
        }
        guard case .inFlight(let dispatch)? = lane?.phase else {
            finish(order, .expired)
            return
        }
        guard order.deadline + Self.grace <= now else {
            timers.add(.deadline(order.id), at: order.deadline + Self.grace)
            return
        }
        abandon(order, dispatch, at: now)
    }

    /// Ends an order in flight without its outcome.
    mutating func abandon(_ order: PendingOrder, _ dispatch: Dispatch.ID, at now: Instant) {
        var order = order
        order.mayHaveActed = true
        order.noteAttempt("no answer", at: now)
        servers[order.server].waiting += 1
        abandoned.insert(dispatch)
        if let driver = flights[dispatch]?.driver { steps.append(.cancel(dispatch, via: driver)) }
        finish(order, .expired)
    }
}
