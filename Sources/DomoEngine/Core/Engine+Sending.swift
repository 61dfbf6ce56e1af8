import DomoLanguage
import DomoModel

// What is sent when: orders first, then queries, as much as each endpoint takes.

extension Engine {
    /// Carries out the decisions of the parts and lets them send, until nothing is left to do. What is sent may depend
    /// on what was carried out before; nothing is read while the end of an order may still bring another order.
    mutating func runUntilIdle(at now: Instant) {
        repeat {
            while let step = links.nextStep() { carryOut(step, at: now) }
            switchRoutes(at: now)
            while let step = orders.nextStep() { carryOut(step, at: now) }
            while let step = orders.nextConfirmationStep() { carryOut(step, at: now) }
            while let step = polling.nextStep() { carryOut(step, at: now) }
            // After the ends of orders, which may leave nothing of a plan that is due at this moment.
            covers.wake(at: now)
            while let step = covers.nextStep() { carryOut(step, at: now) }
            endPulses(at: now)
            for (id, type) in readings.takeReturned() { publishReadings(of: id, [type], at: now, isStored: false) }
            advanceScenes()
            sendOrders(at: now)
            if !orders.hasSteps { sendQueries(at: now) }
        } while links.hasSteps || orders.hasSteps || polling.hasSteps || covers.hasSteps
    }

    // MARK: - Orders

    private mutating func sendOrders(at now: Instant) {
        guard orders.hasReady else { return }
        for endpoint in links.all {
            while let order = orders.next(for: endpoint, links.admission(to: endpoint, at: now), at: now) {
                send(order, to: endpoint, at: now)
            }
            if orders.hasReady(endpoint) { links.awaitBudget(of: endpoint, at: now) }
        }
    }

    private mutating func send(_ order: consuming PendingOrder, to endpoint: EndpointID, at now: Instant) {
        do throws(Fault) {
            let value = try absoluteValue(of: order)
            let target = houses.target(order.element)
            if let traits = coverTraits(of: order.element, value.type),
                covers.signal(for: value, order.element, traits, at: now) == nil
            {
                return orders.finishWithoutSignal(order, value)
            }
            let signalled = houses.signalled(value, of: order.element)
            order.mayRepeat =
                !houses.isSentOnce(value, of: order.element)
                && links[endpoint].link.profile.mayRepeat(signalled, of: target)
            let cost = links[endpoint].cost(of: signalled, for: target)
            let isProbe = links.willSend(to: endpoint, cost: cost, at: now)
            orders.send(order, value, via: links[endpoint].link.port, isProbe: isProbe, at: now)
        } catch {
            orders.finish(order, .fault(error))
        }
    }

    /// An order that depends on the state gets its value when it is sent.
    func absoluteValue(of order: PendingOrder) throws(Fault) -> Value {
        if let value = order.value { return value }
        return try resolve(order.wish, for: order.element, in: houses.index, state: readings[order.element])
    }

    mutating func handle(_ outcome: Outcome, of id: Dispatch.ID, at now: Instant) {
        guard let flight = orders.flight(id) else {
            if let step = covers.takeSent(id) { handle(outcome, of: step, at: now) }
            if let path = pulses.takeSent(id) { handle(outcome, of: id, ofPulseAt: path, at: now) }
            return
        }
        if let endpoint = flight.endpoint { links.note(outcome, from: endpoint, isProbe: flight.isProbe, at: now) }
        let failed = orders.handle(outcome, of: id, at: now) { order in
            houses.endpoint(of: order.element, order.type ?? .value)
        }
        if let failed {
            let next = links.nextTry(at: failed.order.endpoint, failures: failed.order.attempts, from: now)
            orders.retry(failed, at: next)
        }
        if let endpoint = flight.endpoint, outcome.concernsEndpoint { giveUpIfLost(endpoint, at: now) }
    }

    /// Ends the orders for an endpoint that has been unreachable for long.
    mutating func giveUpIfLost(_ endpoint: EndpointID, at now: Instant) {
        guard let outage = links[endpoint].breaker.longOutage(at: now) else { return }
        orders.giveUp(on: endpoint, reason: outage.reason)
    }

    // MARK: - Queries

    /// Requests the readbacks that are due.
    mutating func wakePolling(at now: Instant) {
        while let readback = polling.nextReadback(at: now) {
            switch readback {
            case .awaited(let element):
                if let accepted = orders.lastAcceptance(of: element) {
                    polling.wantReadback(of: element, accepted: accepted)
                }
            case .all(let endpoint):
                if let element = orders.awaitedElements.first(where: { polling.reports($0, at: endpoint) }) {
                    polling.wantReadback(of: element, accepted: orders.lastAcceptance(of: element))
                }
            case .uncertain(let element):
                polling.wantReadback(of: element, accepted: orders.lastAcceptance(of: element))
            }
        }
    }

    private mutating func sendQueries(at now: Instant) {
        guard !orders.isStopping else { return }
        for endpoint in links.all {
            if links.reading(endpoint) > 0 {
                polling.cedePlaces(at: endpoint, links[endpoint], hasReady: orders.hasReady(endpoint))
            }
            guard polling.isDue(endpoint, at: now) else { continue }
            let hasReady = orders.hasReady(endpoint)
            while !hasReady, let query = polling.nextQuery(for: endpoint, links[endpoint], at: now) {
                let id = orders.nextDispatchID()
                let cost = cost(ofReading: query.elements, at: endpoint)
                let isProbe = links.willRead(from: endpoint, cost: cost, at: now)
                polling.send(query, as: id, to: endpoint, links[endpoint], isProbe: isProbe, at: now)
            }
            links.awaitBudgetForReads(of: endpoint, at: now)
        }
    }

    private func cost(ofReading elements: [ElementID], at endpoint: EndpointID) -> Int {
        links[endpoint].cost(ofReading: elements) { houses.target($0) }
    }

    /// An answer, or a part of one.
    mutating func handle(_ answer: Answer, to id: Dispatch.ID, isLast: Bool, at now: Instant) {
        guard let query = polling.query(id) else { return }
        if let endpoint = query.endpoint {
            links.note(answer, from: endpoint, isLast: isLast, isProbe: query.isProbe, at: now)
        }
        let isDown = query.endpoint.map { links[$0].isDown } ?? false
        let all = polling.handle(answer, to: id, isLast: isLast, isDown: isDown, at: now)
        if isLast { planReadback(after: query, at: now) }
        let reports = compare(all, at: now)
        if case .failed = answer, let endpoint = query.endpoint { giveUpIfLost(endpoint, at: now) }
        // Facets that an order waits for come first: other readings of the element may depend on them.
        for isAwaited in [true, false] where !isAwaited || orders.awaitsConfirmation {
            for one in reports where orders.isAwaited(one.type, of: one.element) == isAwaited {
                // A reading from before the last order was sent, or during an order, is outdated.
                guard readings.isSettled(one.element, since: one.began), orders.isIdle(houses.lane(of: one.element))
                else {
                    polling.noteMissed(one, at: now)
                    continue
                }
                guard readings.isNews(one.type, of: one.element, since: one.began) else { continue }
                if isTurning(one.element) {
                    polling.found(one)
                    continue
                }
                if let isMoving = one.isMoving, noteSeen(isMoving: isMoving, one, at: now) { continue }
                switch orders.resolve(reported: one.value, one.type, of: one.element, at: now) {
                case .free: polling.found(one)
                // A link that reports by itself is read only once, so it would not be read again.
                case .moving: polling.noteMissed(one, at: now)
                case .contradicts: if showsOnTheWay(one.type, of: one.element) { polling.found(one) }
                case .awaited: break
                }
            }
        }
    }

    /// Reads again what orders still wait for.
    private mutating func planReadback(after query: PendingQuery, at now: Instant) {
        guard query.isUrgent, let endpoint = query.endpoint else { return }
        let elements = query.isForAll ? orders.awaitedElements : query.elements.compactMap { $0 }
        let reads = orders.noteReads(of: elements.filter { polling.reports($0, at: endpoint) })
        if let reads { polling.planReadback(after: query, reads: reads, at: now) }
    }
}
