import DomoLanguage
import DomoModel

// An order's life: requested, sent, accepted, and, where the house tells its state, confirmed or not.

extension Engine {
    /// - Parameter scope: in which the element's name is looked for.
    mutating func pending(
        _ order: Order,
        origin: PendingOrder.Origin,
        cause: Cause,
        seenIn scope: Scope = .everything,
        at now: Instant
    ) throws(Fault) -> PendingOrder {
        let element = try element(named: order.element, seenIn: scope)
        let action = try order.wish.absoluteValue(for: catalog.index[element])
        let server = try server(of: element)
        if order.wait == .confirmed { try requireConfirmation(of: order.wish, action, element, server) }
        let id = delivery.nextOrderID()
        return PendingOrder(
            id: id,
            origin: origin,
            wait: order.wait,
            wish: order.wish,
            action: action,
            element: element,
            server: server,
            received: now,
            deadline: now + (order.deadline ?? catalog.servers[server].deadline),
            answerBy: order.wait == .confirmed ? order.deadline.map { now + $0 } : nil,
            record: OrderRecord(
                id: id.number,
                element: catalog.index.path(of: element),
                type: action?.type.word,
                action: action?.word ?? order.wish.value,
                by: cause,
                origin: origin.word,
                requested: now.wall
            )
        )
    }

    /// Nobody waits for what can't come.
    private func requireConfirmation(
        of wish: Order.Wish,
        _ action: Value?,
        _ element: ElementID,
        _ server: Int
    ) throws(Fault) {
        let type: FacetType =
            switch wish {
            case .toggle: .binary
            case .level: .regulable
            case .value: action?.type ?? .value
            }
        if let action, observer.canConfirm(action, of: element) { return }
        if action == nil, observer.tells(type, of: element) { return }
        let path = catalog.index.path(of: element)
        throw Fault(
            .refusedValue,
            action == .stop
                ? "\(path): no state tells that a stop was obeyed"
                : "\(path): \(catalog.servers[server].label) does not tell this state, so nothing can confirm the order",
            hint: "give it with --wait accepted; the dialect of a server says how its state is read"
        )
    }

    mutating func submit(_ order: PendingOrder, at now: Instant) {
        unsaved.append(order.id)
        delivery.submit(order, at: now)
    }

    /// Tells the memory of orders that came in and wait for their turn, and answers those who wait for no more.
    mutating func saveNew() {
        for id in unsaved {
            guard var order = delivery.orders[id] else { continue }
            if order.record.stage == .requested {
                save(&order)
                delivery.orders[id] = order
            }
            if order.wait == .none, case .request(let request) = order.origin {
                effects.append(.replyStored(request, .order(receipt(for: order, outcome: .requested))))
            }
        }
        unsaved.removeAll(keepingCapacity: true)
    }

    private mutating func save(_ order: inout PendingOrder) {
        log.note(order.record)
        effects.append(.persist(order.takeChanges()))
    }

    // MARK: - Carrying out

    /// Carries out what delivery and observer decided, and lets them send, until they have nothing more to do. What is
    /// sent may depend on what was carried out before.
    mutating func settle(at now: Instant) {
        repeat {
            for step in delivery.takeSteps() { carryOut(step, at: now) }
            for step in observer.takeSteps() { carryOut(step, at: now) }
            advanceScenes()
            pump(at: now)
            observer.pump(&delivery, at: now)
        } while !delivery.steps.isEmpty || !observer.steps.isEmpty
    }

    private mutating func pump(at now: Instant) {
        guard delivery.hasReady else { return }
        let index = catalog.index
        let known = state
        delivery.pump(at: now) { order in
            Result { () throws(Fault) in
                try resolve(order.wish, for: order.element, in: index, state: known[order.element])
            }
        }
    }

    private mutating func carryOut(_ step: Delivery.Step, at now: Instant) {
        switch step {
        case .send(let id, let element, let action, let timeout, let server):
            send(id, element, action, timeout: timeout, server: server, at: now)
        case .cancel(let id, let driver): effects.append(.cancel(id, via: driver))
        case .ended(let order, let ending): ended(order, ending, at: now)
        case .acceptedLate(let element, let action, let cause):
            accept(action, for: element, by: cause, at: now)
            lookAgain(at: element, at: now)
        case .inReach(let server):
            publish(server, isReachable: true, message: "in reach", at: now)
            noteReturn(of: server)
        case .outOfReach(let server, let reason):
            outOfReach(server)
            publish(server, isReachable: false, message: "out of reach: \(reason)", at: now)
        }
    }

    private mutating func send(
        _ id: Dispatch.ID,
        _ element: ElementID,
        _ action: Value,
        timeout: Duration,
        server: Int,
        at now: Instant
    ) {
        let target = target(element)
        let driver = catalog.servers[server].driver
        if let flight = delivery.flights[id], var order = delivery.orders[flight.order] {
            if order.record.signal == nil { order.record.signal = signalText(for: action, of: target, from: driver) }
            save(&order)
            delivery.orders[flight.order] = order
        }
        noteEcho(of: action, for: element)
        state.touch(element, at: now)
        let dispatch = Dispatch(id: id, target: target, action: action, timeout: timeout)
        effects.append(.send(dispatch, via: driver))
    }

    /// Nil where there is none: the driver says so itself, in its report.
    private func signalText(for action: Value, of target: Target, from driver: any Driver) -> String? {
        do {
            return try driver.signal(for: action, of: target)
        } catch {
            return nil
        }
    }

    // MARK: - Ends

    private mutating func ended(_ order: PendingOrder, _ ending: Ending, at now: Instant) {
        var order = order
        order.record.reached = now.wall
        switch ending {
        case .accepted:
            accepted += 1
            order.record.stage = .accepted
            order.record.acceptedAfter = milliseconds(since: order.received, now)
            if let action = order.action {
                accept(action, for: order.element, by: order.cause, at: now)
                if case .request = order.origin { noteForRecorder(action, order) }
            }
            if let action = order.action, observer.canConfirm(action, of: order.element) {
                save(&order)
                let precision = catalog.index[order.element].precision(of: action.type)
                observer.await(order, action, precision: precision, server: order.server, at: now)
                if delivery.isStopping { observer.stop() }
                if order.wait == .confirmed { return }
            } else {
                save(&order)
            }
            tell(order, .success(receipt(for: order, outcome: .accepted)), at: now)
            return
        case .superseded:
            order.record.stage = .superseded
            save(&order)
            tell(order, .success(receipt(for: order, outcome: .superseded)), at: now)
            return
        case .expired: order.record.stage = .expired
        case .refused, .failed, .impossible, .fault: order.record.stage = .failed
        }
        failed += 1
        if order.mayHaveActed, let action = order.action {
            observer.overtake(order.element, by: action.type)
            state.touch(order.element, at: now)
            let types = catalog.index[order.element].types
            publishReadings(of: order.element, state.doubt(action, for: order.element, types: types), at: now)
            lookAgain(at: order.element, at: now)
        }
        let fault = fault(for: order, ending)
        order.record.problem = fault.message
        report(order, fault, at: now)
    }

    /// Says everywhere that an order did not do what was asked.
    private mutating func report(_ order: PendingOrder, _ fault: Fault, at now: Instant) {
        var order = order
        save(&order)
        effects.append(
            .publish(
                Event(
                    kind: .order,
                    time: now.wall,
                    path: order.path,
                    order: order.id.number,
                    stage: order.record.stage,
                    message: fault.message,
                    by: order.cause
                )
            )
        )
        let isAwaited = order.record.acceptedAfter == nil || order.wait == .confirmed
        if isAwaited { tell(order, .failure(fault), at: now) }
    }

    private func receipt(for order: PendingOrder, outcome: OrderReceipt.Outcome) -> OrderReceipt {
        let action = order.action
        return OrderReceipt(
            id: order.id.number,
            element: order.path,
            type: action?.type.word ?? (order.isLevel ? FacetType.regulable.word : nil),
            action: action?.word ?? order.wish.value,
            outcome: outcome,
            attempts: order.attempts,
            milliseconds: milliseconds(since: order.received, now)
        )
    }

    private func milliseconds(since start: Instant, _ now: Instant) -> Double {
        Double((now - start).nanoseconds / 1000) / 1000
    }

    private mutating func accept(_ action: Value, for element: ElementID, by cause: Cause, at now: Instant) {
        noteEcho(of: action, for: element)
        state.touch(element, at: now)
        let types = catalog.index[element].types
        let changed = state.accept(action, for: element, types: types, at: now, by: cause)
        publishReadings(of: element, changed, at: now)
    }

    private mutating func lookAgain(at element: ElementID, at now: Instant) {
        guard let server = catalog.serverOfHouse[catalog.index.house(of: element)] else { return }
        observer.lookAgain(at: element, server: server, at: now)
    }

    /// What was to be seen of an earlier order won't be seen any more once a newer one may have moved the element.
    mutating func overtakeByFlight(_ id: Dispatch.ID, _ outcome: Outcome) {
        guard let flight = delivery.flights[id], !flight.isOvertaken, let element = flight.element else { return }
        switch outcome {
        case .accepted, .lost: observer.overtake(element, by: flight.action.type)
        case .refused, .notSent, .impossible: break
        }
    }

    /// Answers whoever gave the order: a request, or the scene whose step it was.
    private mutating func tell(_ order: PendingOrder, _ result: Result<OrderReceipt, Fault>, at now: Instant) {
        switch order.origin {
        case .request(let id):
            // Who waits for nothing was answered when it came in, unless it ended in that moment.
            guard order.wait != .none || unsaved.contains(order.id) else { return }
            switch result {
            case .success(let receipt): effects.append(.replyStored(id, .order(receipt)))
            case .failure(let fault): effects.append(.replyStored(id, .fault(fault)))
            }
        case .scene(let strand, _): tellScenes(of: order, result, for: strand)
        }
    }

    // MARK: - Confirmation

    private mutating func carryOut(_ step: Observer.Step, at now: Instant) {
        switch step {
        case .read(let id, let elements, let isForAll, let timeout, let server):
            let targets = isForAll ? observer.rounds[server]?.targets : elements.map { target($0) }
            let query = Query(id: id, targets: targets ?? [], isForAll: isForAll, timeout: timeout)
            effects.append(.read(query, via: catalog.servers[server].driver))
        case .cancel(let id, let driver): effects.append(.cancel(id, via: driver))
        case .confirmed(let wait, let value): confirmed(wait, by: value, at: now)
        case .mismatch(let wait, let observed): mismatch(wait, observed, at: now)
        case .unconfirmed(let wait, let reason):
            var order = wait.order
            order.record.stage = .unconfirmed
            order.record.reached = now.wall
            order.record.problem = reason
            unconfirmed += 1
            report(
                order,
                Fault(
                    .notConfirmed,
                    "\(order.path): accepted, and not confirmed: \(reason)",
                    hint: "whether the house obeyed is not known: look at it"
                ),
                at: now
            )
        case .undecided(let order):
            let fault = Fault(
                .notConfirmed,
                "\(order.path): accepted, and not confirmed by the deadline",
                hint: "the house is looked at further: \"domo orders \(Words.quoted(order.path))\" tells what it says"
            )
            tell(order, .failure(fault), at: now)
        case .overtaken(let wait):
            var order = wait.order
            order.record.stage = .superseded
            order.record.reached = now.wall
            save(&order)
            if order.wait == .confirmed { tell(order, .success(receipt(for: order, outcome: .superseded)), at: now) }
        case .observed(let element, let type, let value):
            noteAtWall(value, of: element)
            observe(value, type, of: element, at: now)
        case .expire(let server): expireReadings(of: server, at: now)
        case .troubled(let server, let reason):
            publish(server, isReachable: nil, message: "states can't be read: \(reason)", at: now)
        }
    }

    private mutating func confirmed(_ wait: Observer.Awaiting, by value: Value, at now: Instant) {
        var order = wait.order
        confirmed += 1
        order.record.stage = .confirmed
        order.record.reached = now.wall
        order.record.confirmedAfter = milliseconds(since: wait.acceptedAt, now)
        observe(value, wait.action.type, of: order.element, at: now, confirming: order.cause)
        save(&order)
        if order.wait == .confirmed { tell(order, .success(receipt(for: order, outcome: .confirmed)), at: now) }
    }

    private mutating func mismatch(_ wait: Observer.Awaiting, _ observed: Value, at now: Instant) {
        var order = wait.order
        order.record.stage = .mismatch
        order.record.reached = now.wall
        order.record.observed = observed.word
        let message = "\(order.path): \(wait.action.word) was accepted, and the house says \(observed.word)"
        order.record.problem = message
        unconfirmed += 1
        scenes.noteContradiction(
            of: order.element,
            to: order.cause,
            since: wait.observedAt?.wall ?? now.wall
        )
        observe(observed, wait.action.type, of: order.element, at: now, heard: wait.observedAt)
        report(order, Fault(.mismatch, message, hint: "look at the device, and at the server's own log"), at: now)
    }
}

extension PendingOrder.Origin {
    var word: OrderOrigin {
        switch self {
        case .request: .socket
        case .scene(_, let origin): origin
        }
    }
}
