import DomoLanguage
import DomoModel

// The life cycle of an order: requested, sent, accepted, and, if the house reports its state, confirmed or not.

extension Engine {
    mutating func submit(_ order: PendingOrder, at now: Instant) {
        if houses[order.element].isVirtual { return orders.submitHeld(order) }
        if order.value == .press, houses.pulse(of: order.element) != nil { return submitPulse(order, at: now) }
        orders.submit(order, to: links[order.endpoint], at: now)
    }

    /// Stores orders that arrived and wait for their turn, and answers those that wait for nothing more.
    mutating func saveNew() {
        for id in orders.unsaved {
            guard var order = orders[id] else { continue }
            if order.record.stage == .requested {
                save(&order)
                orders.set(order)
            }
            if order.wait == .none, case .request(let request) = order.origin {
                answer(request, .order(receipt(for: order, outcome: .requested)))
            }
        }
        orders.noteSaved()
    }

    mutating func save(_ order: inout PendingOrder) {
        outbox.persist(orders.takeChanges(of: &order))
    }

    // MARK: - Carrying out

    mutating func carryOut(_ step: Links.Step, at now: Instant) {
        switch step {
        case .reachable(let endpoint):
            fallbacks.noteChange()
            publish(endpoint, isReachable: true, message: "reachable", at: now)
            keep(.linkBack, endpoint, at: now)
            polling.readAll(of: endpoint, at: now)
            pulses.retryOverdue(at: now)
            noteReturn(of: endpoint)
        case .unreachable(let endpoint, let reason):
            fallbacks.noteChange()
            becameUnreachable(endpoint)
            publish(endpoint, isReachable: false, message: "unreachable: \(reason)", at: now)
            keep(.linkLost, endpoint, message: reason, at: now)
        case .failing(let endpoint): polling.check(endpoint, at: now)
        case .start(let id, let port): outbox.start(id, port)
        case .stop(let id, let port): outbox.stop(id, port)
        case .use(let profile, let port): outbox.use(profile, via: port)
        }
    }

    mutating func carryOut(_ step: consuming Orders.Step, at now: Instant) {
        switch step {
        case .send(let id, let value, let element, let endpoint, let timeout):
            send(id, value, of: element, via: links[endpoint].link, timeout: timeout, at: now)
        case .cancel(let id, let port): outbox.cancel(id, via: port)
        case .ended(let order, let ending): ended(order, ending, at: now)
        case .hold(let order): hold(order, at: now)
        case .acceptedLate(let element, let value, let cause):
            accept(value, for: element, by: cause, at: now)
            polling.scheduleRead(of: element, at: now)
        case .pressAnswered(let order, let element, let hasActed):
            pressAnswered(order, element, hasActed: hasActed, at: now)
        }
    }

    private mutating func send(
        _ id: Dispatch.ID,
        _ value: Value,
        of element: ElementID,
        via link: Catalog.Link,
        timeout: Duration,
        at now: Instant
    ) {
        let target = houses.target(element)
        let signalled = houses.signalled(value, of: element)
        let signal = prepare(signalled, for: target, on: link)
        // The order may have ended in the same step, or be waiting for a retry.
        if let changes = orders.noteSent(id, signal: signal?.text) { outbox.persist(changes) }
        noteEcho(of: value, for: element)
        readings.noteCommand(of: element, at: now)
        let traits = coverTraits(of: element, value.type)
        let sent = traits.flatMap { covers.signal(for: value, element, $0, at: now) } ?? signalled
        let content = sent == signalled ? signal?.content : nil
        let isSentOnce = houses.isSentOnce(value, of: element)
        outbox.send(
            Dispatch(
                id: id,
                target: target,
                value: sent,
                timeout: timeout,
                isSentOnce: isSentOnce,
                content: content
            ),
            via: link.port
        )
    }

    /// Nil if there is none: the link itself reports that.
    private func prepare(_ value: Value, for target: Target, on link: Catalog.Link) -> PreparedSignal? {
        do {
            return try link.profile.prepare(value, for: target)
        } catch {
            return nil
        }
    }

    // MARK: - Ends

    private mutating func ended(_ order: consuming PendingOrder, _ ending: Ending, at now: Instant) {
        order.record.reached = now.wall
        if order.value == .press { notePulse(of: order, hasActed: order.mayHaveActed || ending.isAcceptance, at: now) }
        switch ending {
        case .accepted:
            order.record.stage = .accepted
            let latency = milliseconds(since: order.received, now)
            order.record.acceptedAfter = latency
            orders.note(latency: latency)
            if let type = order.value?.type, let endpoint = houses.endpoint(of: order.element, type),
                let milliseconds = order.record.attempts.last?.milliseconds
            {
                links.note(latency: milliseconds, of: endpoint)
            }
            if let value = order.value {
                accept(value, for: order.element, by: order.cause, at: now)
                if order.isByHand { noteForRecorder(value, order) }
            }
            if let value = order.value, let within = confirmationTime(of: value, order.element) {
                save(&order)
                let precision = precision(of: value.type, of: order.element)
                orders.awaitConfirmation(of: order, value, precision: precision, within: within, at: now)
                extendConfirmation(of: order.element)
                polling.readBack(order.element, value.type, at: now)
                if orders.isStopping { stopLooking() }
                if order.wait == .confirmed { return }
            } else {
                save(&order)
                // No state shows that a stop was obeyed, so the position is read.
                if let value = order.value, !value.isState { polling.scheduleReadIfPushed(of: order.element, at: now) }
            }
            notifyOrigin(of: order, .success(receipt(for: order, outcome: .accepted)), at: now)
            return
        case .superseded(let newer):
            order.record.stage = .superseded
            order.record.followedBy = newer.number
            save(&order)
            notifyOrigin(of: order, .success(receipt(for: order, outcome: .superseded)), at: now)
            return
        case .expired: order.record.stage = .expired
        case .refused, .failed, .impossible, .fault: order.record.stage = .failed
        }
        if order.mayHaveActed, let value = order.value {
            orders.overtake(order.element, by: value.type, of: order.id)
            readings.noteCommand(of: order.element, at: now)
            makeStale(value, order.element, at: now)
            polling.scheduleRead(of: order.element, at: now)
            makeOverlappingStale(order.element, at: now)
        }
        let fault = fault(for: order, ending)
        order.record.problem = fault.message
        report(order, fault, at: now)
    }

    /// How long to wait for the house to confirm a value; nil if nothing can confirm it.
    func confirmationTime(of value: Value, _ element: ElementID) -> Duration? {
        guard polling.canConfirm(value, of: element) else { return nil }
        return polling.confirmWithin(value.type, of: element)
    }

    /// Stops confirming and polling.
    mutating func stopLooking() {
        orders.stopConfirming()
        polling.stop()
    }

    /// Records, publishes and answers that an order did not do what was requested.
    mutating func report(_ order: PendingOrder, _ fault: Fault, at now: Instant) {
        var order = order
        save(&order)
        var event = Event(order.record)
        (event.time, event.code, event.message) = (now.wall, fault.code, fault.message)
        outbox.publish(event)
        let isAwaited = order.record.acceptedAfter == nil || order.wait == .confirmed
        if isAwaited { notifyOrigin(of: order, .failure(fault), at: now) }
    }

    func receipt(for order: PendingOrder, outcome: OrderReceipt.Outcome) -> OrderReceipt {
        let value = order.value
        return OrderReceipt(
            id: order.id.number,
            element: order.path,
            type: value?.type.word ?? (order.isLevel ? FacetType.regulable.word : nil),
            action: value?.word ?? order.wish.value,
            outcome: outcome,
            attempts: order.attempts,
            milliseconds: milliseconds(since: order.received, now),
            followedBy: order.record.followedBy
        )
    }

    private func milliseconds(since start: Instant, _ now: Instant) -> Double {
        Double((now - start).nanoseconds / 1000) / 1000
    }

    private mutating func accept(_ value: Value, for element: ElementID, by cause: Cause, at now: Instant) {
        noteEcho(of: value, for: element)
        showCommand(value, element, by: cause, at: now)
    }

    /// The readings after a command that the link accepted, or that somebody else gave.
    mutating func showCommand(_ commanded: Value, _ element: ElementID, by cause: Cause, at now: Instant) {
        // Whatever is sent to a push button, it has no state that follows from it.
        let value = commanded.type == .binary && houses.isButton(element) ? .press : commanded
        readings.noteCommand(of: element, at: now)
        if !commandCover(value, element, by: cause, at: now) {
            let types = houses.types(of: element)
            let changed = readings.accept(value, for: element, types: types, at: now, by: cause)
            publishReadings(of: element, changed, at: now)
        }
        makeOverlappingStale(element, at: now)
    }

    /// A command may or may not have been carried out.
    private mutating func makeStale(_ value: Value, _ element: ElementID, at now: Instant) {
        if coverTraits(of: element, value.type) != nil, noteUncertainCover(element, at: now) { return }
        let types = houses.types(of: element)
        publishReadings(of: element, readings.makeStale(value, for: element, types: types), at: now)
    }

    /// Answers whoever gave the order: a request, or the scene whose step it was.
    mutating func notifyOrigin(of order: PendingOrder, _ result: Result<OrderReceipt, Fault>, at now: Instant) {
        switch order.origin {
        case .request(let id):
            // An order that waits for nothing was answered when it arrived, unless it ended at that moment.
            guard order.wait != .none || orders.isNew(order.id) else { return }
            switch result {
            case .success(let receipt): answer(id, .order(receipt))
            case .failure(let fault): answer(id, .fault(fault))
            }
        case .scene(let strand, _): notifyScenes(of: order, result, for: strand)
        case .bus, .group, .sceneGroup: break
        }
    }

    // MARK: - Confirmation

    mutating func carryOut(_ step: Polling.Step, at now: Instant) {
        switch step {
        case .read(let id, let targets, let isForAll, let timeout, let endpoint):
            read(id, targets, isForAll: isForAll, timeout, endpoint)
        case .readElements(let id, let elements, let timeout, let endpoint):
            read(id, elements.map { houses.target($0) }, isForAll: false, timeout, endpoint)
        case .check(let id, let check, let timeout, let endpoint):
            read(id, [], isForAll: false, timeout, endpoint, check: check)
        case .cancel(let id, let port): outbox.cancel(id, via: port)
        case .observed(let report):
            if report.isResponse { return confirm(report, at: now) }
            noteAtWall(report.value, of: report.element)
            observe(report.value, report.type, of: report.element, at: now, by: report.by)
        case .expire(let endpoint): expireReadings(of: endpoint, at: now)
        case .failing(let endpoint, let reason):
            publish(endpoint, isReachable: nil, message: "states can't be read: \(reason)", at: now)
        }
    }

    private mutating func read(
        _ id: Dispatch.ID,
        _ targets: [Target],
        isForAll: Bool,
        _ timeout: Duration,
        _ endpoint: EndpointID,
        check: Query.Check? = nil
    ) {
        let label = links[endpoint].profile.label
        let query = Query(
            id: id,
            endpoint: label,
            targets: targets,
            isForAll: isForAll,
            timeout: timeout,
            check: check
        )
        outbox.read(query, via: links[endpoint].link.port)
    }

    mutating func carryOut(_ step: Confirmations.Step, at now: Instant) {
        switch step {
        case .confirmed(let wait, let value): confirmed(wait, by: value, at: now)
        case .mismatch(let wait, let observed):
            mismatch(wait, observed, at: now)
            polling.scheduleReadIfPushed(of: wait.order.element, at: now)
        case .unconfirmed(let wait, let reason):
            polling.scheduleReadIfPushed(of: wait.order.element, at: now)
            var order = wait.order
            order.record.stage = .unconfirmed
            order.record.reached = now.wall
            order.record.problem = reason
            report(
                order,
                Fault(
                    .notConfirmed,
                    "\(order.path): accepted, but not confirmed: \(reason)",
                    hint: "check whether the house obeyed"
                ),
                at: now
            )
        case .undecided(let order):
            let fault = Fault(
                .notConfirmed,
                "\(order.path): accepted, but not confirmed by the deadline",
                hint: "domo keeps checking: \"domo orders \(Words.quoted(order.path))\" shows the result"
            )
            notifyOrigin(of: order, .failure(fault), at: now)
        case .released(let element, let type, let value, let reported):
            guard !readings.isOld(type, of: element, reportedAt: reported) else { return }
            observe(value, type, of: element, at: now, reportedAt: reported)
        case .overtaken(let wait, let newer):
            // The order was carried out; whether the house obeyed it can no longer be seen.
            var order = wait.order
            order.record.followedBy = newer?.number
            if newer == nil { order.record.problem = "somebody else moved the element before the house confirmed it" }
            save(&order)
            if order.wait == .confirmed {
                notifyOrigin(of: order, .success(receipt(for: order, outcome: .accepted)), at: now)
            }
        }
    }

    private mutating func confirmed(_ wait: Confirmations.Awaiting, by value: Value, at now: Instant) {
        var order = wait.order
        order.record.stage = .confirmed
        order.record.reached = now.wall
        order.record.confirmedAfter = milliseconds(since: wait.acceptedAt, now)
        observe(value, wait.value.type, of: order.element, at: now, confirming: order.cause)
        save(&order)
        if order.wait == .confirmed {
            notifyOrigin(of: order, .success(receipt(for: order, outcome: .confirmed)), at: now)
        }
    }

    private mutating func mismatch(_ wait: Confirmations.Awaiting, _ observed: Value, at now: Instant) {
        var order = wait.order
        order.record.stage = .mismatch
        order.record.reached = now.wall
        order.record.observed = observed.word
        let unit = houses[order.element].details?.unit
        let message = "\(order.path): still \(observed.text(unit: unit)), not \(wait.value.text(unit: unit))"
        order.record.problem = message
        for twin in houses.twins(of: order.element) {
            scenes.noteContradiction(of: twin, to: order.cause, since: wait.observedAt?.wall ?? now.wall)
        }
        if readings.isSettled(order.element, since: wait.observedAt ?? now) {
            observe(observed, wait.value.type, of: order.element, at: now, reportedAt: wait.observedAt)
        } else {
            // A newer order was sent since and may have moved the element.
            makeStale(wait.value, order.element, at: now)
        }
        report(order, Fault(.mismatch, message, hint: "it was accepted, but not obeyed: check the device"), at: now)
    }
}
